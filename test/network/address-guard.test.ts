import type { LookupAddress } from 'node:dns';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AddressGuardOptions, createAddressGuard, type LookUpAll } from '../../src/network/address-guard.ts';
import { pooledFetch } from '../../src/network/pooled-fetch.ts';
import { isLoopbackAddress } from '../../src/network/refused-ranges.ts';
import { localServer } from './local-server.ts';

const check = (url: string, options: AddressGuardOptions = {}) => createAddressGuard(options).check(new URL(url));

describe('[F70] an address that is not reached', () => {
  test.each([
    ['a file', 'file:///etc/hosts'],
    ['another protocol', 'ftp://files.example/'],
    ['a script', 'javascript:alert(1)'],
    ['the metadata of a cloud', 'http://169.254.169.254/'],
    ['link-local, with a port', 'http://169.254.10.1:8080/'],
    ['metadata, as one number', 'http://2852039166/'],
    ['metadata, in hexadecimal', 'http://0xA9.0xFE.0xA9.0xFE/'],
    ['metadata, in octal', 'http://0251.0376.0251.0376/'],
    ['metadata, in fullwidth digits', 'http://１６９.254.169.254/'],
    ['metadata, with a dot behind it', 'http://169.254.169.254./'],
    ['metadata of another cloud', 'http://100.100.100.200/'],
    ['metadata of a third', 'http://168.63.129.16/'],
    ['metadata over IPv6', 'http://[fd00:ec2::254]/'],
    ['link-local over IPv6', 'http://[fe80::1]/'],
    ['link-local over IPv6, at its end', 'http://[febf:ffff::1]/'],
    ['unspecified', 'http://0.0.0.0/'],
    ['unspecified, as a short number', 'http://0/'],
    ['unspecified over IPv6', 'http://[::]/'],
    ['multicast', 'http://224.0.0.1/'],
    ['multicast over IPv6', 'http://[ff02::1]/'],
    ['broadcast', 'http://255.255.255.255/'],
    ['an example', 'http://192.0.2.1/'],
    ['an example over IPv6', 'http://[2001:db8::1]/'],
    ['loopback mapped into IPv6', 'http://[::ffff:7f00:1]/'],
    ['metadata mapped into IPv6', 'http://[::ffff:169.254.169.254]/'],
    ['a public address mapped into IPv6', 'http://[::ffff:8.8.8.8]/'],
    ['loopback as compatible IPv6', 'http://[::127.0.0.1]/'],
    ['metadata translated', 'http://[::ffff:0:169.254.169.254]/'],
    ['metadata behind NAT64', 'http://[64:ff9b::169.254.169.254]/'],
    ['a private address behind NAT64', 'http://[64:ff9b::10.0.0.1]/'],
    ['loopback behind NAT64', 'http://[64:ff9b::127.0.0.1]/'],
    ['metadata behind a NAT64 of its own', 'http://[64:ff9b:1::a9fe:a9fe]/'],
    ['metadata behind 6to4', 'http://[2002:a9fe:a9fe::1]/'],
    ['loopback behind 6to4', 'http://[2002:7f00:1::]/'],
    ['Teredo', 'http://[2001:0:1::1]/'],
    ['a password in front of the host', 'http://user:CANARY-SECRET@127.0.0.1/'],
    ['a user in front of the host', 'http://CANARY-SECRET@127.0.0.1/'],
  ])('%s', (_what, url) => {
    let thrown: unknown;
    try {
      check(url);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ name: 'AddressRefusedError' });
    expect(String(thrown)).not.toContain('CANARY-SECRET');
  });

  test('the refusal says which, why, and what to do when it is meant', () => {
    expect(messageOf('http://169.254.169.254:8080/latest?key=1')).toMatchInlineSnapshot(`
      "\`169.254.169.254:8080\` is not reached: it is a link-local address, where clouds serve their metadata
        Hint: if it is meant, allow \`169.254.169.254:8080\`."
    `);
    expect(messageOf('http://[::ffff:7f00:1]/')).toMatchInlineSnapshot(`
      "\`[::ffff:7f00:1]\` is not reached: it is \`127.0.0.1\` in disguise (IPv4-mapped)
        Hint: if it is meant, allow \`[::ffff:7f00:1]\`."
    `);
    expect(messageOf('file:///etc/hosts')).toMatchInlineSnapshot(
      `"an address that begins with \`file:\` is not reached: expected http: or https:"`,
    );
    expect(messageOf('https://me:secret@agent.example/chat?key=1')).toMatchInlineSnapshot(
      `"\`https://agent.example/chat\` was given with a user or password in it: put them into a header instead"`,
    );
    expect(messageOf('https://agent.example/chat', { onlyLoopback: true })).toMatchInlineSnapshot(
      `"\`agent.example\` is not reached: it is not on this machine, and the network is blocked"`,
    );
  });
});

test('[F70] what was judged once is judged the same again, and for its own port and protocol only', () => {
  const guard = createAddressGuard({ allow: ['169.254.10.1:81'] });
  const judge = (url: string) => (guard.refusalOf(new URL(url)) === undefined ? 'reached' : 'refused');
  const urls = ['http://169.254.10.1:81/', 'http://169.254.10.1/', 'http://me@169.254.10.1:81/', 'http://127.0.0.1/'];
  for (let time = 0; time < 2; time += 1) {
    expect(urls.map(judge)).toEqual(['reached', 'refused', 'refused', 'reached']);
  }
  expect(String(guard.refusalOf(new URL('http://169.254.10.1/')))).toContain('`169.254.10.1` is not reached');
});

describe('an address that may be reached', () => {
  test.each([
    'http://127.0.0.1:8080/',
    'http://127.1.2.3/',
    'http://localhost:3000/chat',
    'http://[::1]:3000/',
    'http://10.0.0.7/',
    'http://192.168.1.20/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://[fd12:3456::1]/',
    'https://agent.example/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'http://[64:ff9b::8.8.8.8]/',
    'http://[2002:808:808::1]/',
  ])('%s', (url) => {
    expect(() => check(url)).not.toThrow();
  });

  test.each([
    ['a host', 'http://169.254.169.254/', '169.254.169.254'],
    ['a host, on any port', 'http://169.254.169.254:81/', '169.254.169.254'],
    ['a host and port', 'http://169.254.169.254:81/', '169.254.169.254:81'],
    ['the port of the protocol', 'https://169.254.169.254/', '169.254.169.254:443'],
    ['IPv6 without brackets', 'http://[fe80::1]/', 'fe80::1'],
    ['IPv6 in a longer form, with a port', 'http://[fe80::1]:81/', '[FE80:0:0::1]:81'],
  ])('%s that is allowed by name', (_what, url, allow) => {
    expect(() => check(url, { allow: [allow] })).not.toThrow();
  });

  test('allowing one port opens no other, and one host no other', () => {
    expect(() => check('http://169.254.169.254/', { allow: ['169.254.169.254:81'] })).toThrow();
    expect(() => check('http://169.254.169.253/', { allow: ['169.254.169.254', ''] })).toThrow();
    expect(() => check('file://169.254.169.254/', { allow: ['169.254.169.254'] })).toThrow();
  });

  test('when the network is blocked, only this machine, whatever is allowed', () => {
    const options = { onlyLoopback: true, allow: ['10.0.0.1', 'agent.example'] };
    for (const url of ['http://127.0.0.1:1/', 'http://[::1]/', 'http://localhost/', 'http://a.localhost/']) {
      expect(() => check(url, options)).not.toThrow();
    }
    for (const url of ['http://10.0.0.1/', 'http://agent.example/', 'http://localhost.example/']) {
      expect(() => check(url, options)).toThrow('the network is blocked');
    }
  });

  test('loopback is only what is written so', () => {
    expect(['127.0.0.1', '::1', '0:0::1'].map(isLoopbackAddress)).toEqual([true, true, true]);
    expect(['::ffff:127.0.0.1', '::127.0.0.1', '1.0.0.127', 'localhost', '::2'].map(isLoopbackAddress)).toEqual(
      new Array(5).fill(false),
    );
  });
});

describe('[F70] what a name resolves to is judged when it is used', () => {
  const answering =
    (...addresses: string[]): LookUpAll =>
    (_name, _options, done) =>
      done(
        null,
        addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
      );

  test.each([
    ['metadata', ['169.254.169.254']],
    ['a good address and a bad one', ['127.0.0.1', '169.254.169.254']],
    ['link-local with a zone', ['fe80::1%eth0']],
    ['loopback in disguise', ['::ffff:127.0.0.1']],
  ])('%s', async (_what, addresses) => {
    const fetch = pooledFetch({ lookUp: answering(...addresses) });
    onTestFinished(() => fetch.close());
    await expect(fetch('http://innocent.localhost:81/a?key=1')).rejects.toMatchObject({
      name: 'AddressRefusedError',
      host: 'innocent.localhost:81',
    });
  });

  test('a name that changes its address between two connections', async () => {
    const { port } = await localServer((_request, response) => {
      response.setHeader('connection', 'close').end('first');
    });
    const answers = ['127.0.0.1', '169.254.169.254'];
    const fetch = pooledFetch({
      lookUp: (name, options, done) => answering(answers.shift() ?? '')(name, options, done),
    });
    onTestFinished(() => fetch.close());
    expect(await (await fetch(`http://rebinding.localhost:${port}/`)).text()).toBe('first');
    await expect(fetch(`http://rebinding.localhost:${port}/`)).rejects.toThrow(
      `\`rebinding.localhost:${port}\` is not reached: it is \`169.254.169.254\`, which is a link-local address`,
    );
  });

  test('an allowed name may resolve to anything', async () => {
    const url = new URL('http://box.example:81/');
    const look = (allow: string[]) =>
      new Promise((resolve, reject) => {
        createAddressGuard({ allow, lookUp: answering('169.254.1.1', 'fe80::1') }).lookupFor(url)(
          'box.example',
          { all: true },
          (error, found) => (error === null ? resolve(found) : reject(error)),
        );
      });
    await expect(look(['box.example:81'])).resolves.toHaveLength(2);
    await expect(look(['box.example:82'])).rejects.toThrow('is not reached');
  });

  test('a name is resolved to one address where one is asked for, and a failure is handed on', async () => {
    const url = new URL('http://a.example/');
    const look = (lookUp: LookUpAll) =>
      new Promise((resolve, reject) => {
        createAddressGuard({ lookUp }).lookupFor(url)('a.example', {}, (error, address, family) =>
          error === null ? resolve([address, family]) : reject(error),
        );
      });
    expect(await look(answering('127.0.0.1', '::1'))).toEqual(['127.0.0.1', 4]);
    const failure = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    await expect(look((_name, _options, done) => done(failure, []))).rejects.toBe(failure);
  });
});

describe('[F70] redirects', () => {
  async function redirecting(routes: Record<string, [status: number, location: string]>) {
    const seen: string[] = [];
    const { url, port } = await localServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
      const [status, location] = routes[request.url ?? ''] ?? [200, ''];
      response.writeHead(status, location === '' ? {} : { location }).end(`at ${request.url}`);
    });
    const fetch = pooledFetch();
    onTestFinished(() => fetch.close());
    return { url, port, seen, fetch };
  }

  test('on the same origin are followed for GET, with the same headers', async () => {
    const { url, seen, fetch } = await redirecting({ '/a': [302, '/b'], '/b': [308, 'c?d'] });
    const response = await fetch(`${url}/a`, { headers: { authorization: 'Bearer k' } });
    expect([await response.text(), response.url, response.redirected]).toEqual(['at /c?d', `${url}/c?d`, true]);
    expect(seen).toEqual(['GET /a Bearer k', 'GET /b Bearer k', 'GET /c?d Bearer k']);
  });

  test.each([
    ['to metadata', 'http://169.254.169.254/latest', 'http://169.254.169.254/latest'],
    ['to another host', '//agent.example/?token=CANARY', 'http://agent.example/'],
    ['to another port', 'http://127.0.0.1:1/', 'http://127.0.0.1:1/'],
    ['to another protocol', 'https://127.0.0.1/', 'https://127.0.0.1/'],
    ['to a file', 'file:///etc/hosts', 'file:///etc/hosts'],
    ['to a place with a password', 'http://a:CANARY@127.0.0.1/', 'http://127.0.0.1/'],
    ['to nowhere', 'http://[', 'an address that cannot be read'],
  ])('%s are an error that names the place', async (_what, location, shown) => {
    const { url, seen, fetch } = await redirecting({ '/a': [302, location] });
    const error = await fetch(`${url}/a`, { headers: { authorization: 'Bearer k' } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: 'RedirectRefusedError', status: 302, location: shown });
    expect(String(error)).not.toContain('CANARY');
    expect(seen).toHaveLength(1);
  });

  test('of a POST are an error, and so is the sixth in a row', async () => {
    const { url, seen, fetch } = await redirecting({ '/a': [307, '/b'], '/loop': [302, '/loop'] });
    await expect(fetch(`${url}/a`, { method: 'POST', body: 'x' })).rejects.toThrow(
      `${url}/a answered 307 and sends the request to ${url}/b, which is not followed: a POST is sent once`,
    );
    expect(seen.splice(0)).toEqual(['POST /a']);
    await expect(fetch(`${url}/loop`)).rejects.toThrow('it is redirect 6 in a row');
    expect(seen).toHaveLength(6);
  });

  test('that lead nowhere are an answer like any other', async () => {
    const { url, fetch } = await redirecting({ '/a': [304, ''] });
    expect((await fetch(`${url}/a`)).status).toBe(304);
  });
});

function messageOf(url: string, options: AddressGuardOptions = {}): string {
  try {
    check(url, options);
    return 'not refused';
  } catch (error) {
    return (error as Error).message;
  }
}
