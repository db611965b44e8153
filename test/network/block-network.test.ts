import dgram from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import net, { type LookupFunction } from 'node:net';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { functionAgent } from '../../src/agents/function-agent.ts';
import { blockNetwork } from '../../src/network/block/block-network.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { play } from '../fixtures/session-parts.ts';

// An address for documentation (RFC 5737): nobody answers there, blocked or not.
const PUBLIC = '192.0.2.1';

/** What tests are refused with; the network was closed before this file was read. */
const { refusals } = blockNetwork('too late to be said');

/** The error of what throws, rejects, or emits `error`. */
async function errorOf(dial: () => unknown): Promise<Error & { code?: unknown }> {
  try {
    const dialled: unknown = await dial();
    if (dialled instanceof http.ClientRequest || dialled instanceof net.Socket) {
      const [error] = await once(dialled, 'error');
      return error as Error;
    }
  } catch (error) {
    return error as Error;
  }
  return new Error('nothing was refused');
}

/** Answers every name with the public address. */
const misleading: LookupFunction = (_name, { all }, done) => {
  setImmediate(() => (all ? done(null, [{ address: PUBLIC, family: 4 }]) : done(null, PUBLIC, 4)));
};

type Handle = Record<'connect' | 'send' | 'queryA' | 'setServers' | 'close', (...args: unknown[]) => number>;
type Binding<Names extends string> = Record<Names, new (...args: unknown[]) => Handle>;

/** Inner parts of Node, which it hands out. */
const bindingOf = <Names extends string>(name: string): Binding<Names> =>
  (process as unknown as { binding(name: string): Binding<Names> }).binding(name);

describe('a blocked network', { tags: ['scripted'] }, () => {
  test.each<[string, string, () => unknown]>([
    ['fetch', 'a connection', () => fetch(`http://${PUBLIC}/`)],
    ['net.connect', 'a connection', () => net.connect(443, PUBLIC)],
    [
      'an empty path, which Node takes for none',
      'a connection',
      () => net.connect({ host: PUBLIC, port: 443, path: '' }),
    ],
    ['an empty path of TLS', 'a connection', () => tls.connect({ host: PUBLIC, port: 443, path: '' })],
    ['http.get', 'a connection', () => http.get({ host: PUBLIC })],
    ['an address mapped into IPv6', 'a connection', () => net.connect({ host: `::ffff:${PUBLIC}`, port: 80 })],
    ['dns.lookup', 'a name look-up', () => dns.promises.lookup('example.com')],
    ['dns.resolve', 'a name look-up', () => dns.promises.resolve4('example.com')],
    ['dgram', 'a datagram', () => dgram.createSocket('udp4').send('x', 53, PUBLIC)],
  ])('refuses %s, and names the host', async (_how, what, dial) => {
    const error = await errorOf(dial);
    expect(error).toMatchObject({ name: 'NetworkBlockedError', code: 'ENETBLOCKED' });
    expect(error.message).toMatch(
      new RegExp(`^${what} to \`(?:::ffff:)?(?:${PUBLIC}|example\\.com)\` was refused: tests have no`),
    );
  });

  test.each<[string, () => unknown]>([
    ['net.connect', () => net.connect({ host: 'localhost', port: 80, lookup: misleading })],
    [
      'net.connect to the first address',
      () => net.connect({ host: 'localhost', port: 80, lookup: misleading, autoSelectFamily: false }),
    ],
    ['http.get', () => http.get({ host: 'localhost', lookup: misleading })],
  ])('judges the address that %s dials, not the name that led to it', async (_how, dial) => {
    expect(await errorOf(dial)).toMatchObject({ code: 'EACCES', message: expect.stringContaining(PUBLIC) });
  });

  test('judges the address of a datagram, not the name that led to it', async () => {
    const lookup = (name: string, _family: unknown, done: (error: null, address: string, family: number) => void) =>
      void setImmediate(done, null, name === 'localhost' ? PUBLIC : name, 4);
    const socket = dgram.createSocket({ type: 'udp4', lookup: lookup as never });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const error = await new Promise((done) => socket.send('x', 53, 'localhost', done));
    expect(error).toMatchObject({ code: 'EACCES' });
    expect(refusals().join()).toContain(`a datagram to \`${PUBLIC}\` was refused`);
    socket.connect(53, 'localhost');
    expect(await once(socket, 'error')).toMatchObject([{ code: 'EACCES' }]);
    socket.close();
  });

  test("refuses what goes past Node's own modules", () => {
    const { TCP, TCPConnectWrap } = bindingOf<'TCP' | 'TCPConnectWrap'>('tcp_wrap');
    const tcp = new TCP(0);
    expect(tcp.connect(new TCPConnectWrap(), PUBLIC, 80)).toBeLessThan(0);
    tcp.close();
    const { UDP, SendWrap } = bindingOf<'UDP' | 'SendWrap'>('udp_wrap');
    const udp = new UDP();
    expect(udp.send(new SendWrap(), [Buffer.from('x')], 1, 53, PUBLIC, false)).toBeLessThan(0);
    udp.close();
    const names = bindingOf<'GetAddrInfoReqWrap' | 'ChannelWrap' | 'QueryReqWrap'>('cares_wrap');
    const { getaddrinfo } = names as unknown as { getaddrinfo(...args: unknown[]): number };
    expect(getaddrinfo(new names.GetAddrInfoReqWrap(), 'example.com', 0, 0, 0)).toBeLessThan(0);
    const channel = new names.ChannelWrap(-1, 1);
    expect(channel.queryA(new names.QueryReqWrap(), 'example.com')).toBeLessThan(0);
  });

  test('asks no server elsewhere, not even for the name of this machine', async () => {
    const resolver = new dns.promises.Resolver();
    resolver.setServers([PUBLIC]);
    expect(await errorOf(() => resolver.resolve4('localhost'))).toMatchObject({ syscall: 'queryA' });
    expect(refusals().join()).toContain(`a name look-up to \`${PUBLIC}\` was refused`);
  });

  test('refuses a thread that the block cannot be carried into, as from TypeScript', () => {
    expect(() => new Worker('', { eval: true })).toThrow(
      'a worker thread, which the block cannot be carried into, was refused: tests have no network',
    );
    expect(() => new (Worker.prototype.constructor as typeof Worker)('', { eval: true })).toThrow('was refused');
  });

  test('remembers what was refused, once each, although somebody caught the error', async () => {
    for (const _time of [1, 2]) await fetch('http://caught.example/').catch(() => 'offline');
    net
      .connect({
        host: 'caught.localhost',
        port: 80,
        lookup: (_name, _options, done) => done(null, '192.0.2.99', 4),
        autoSelectFamily: false,
      })
      .on('error', () => {});
    await new Promise(setImmediate);
    expect(refusals().filter((refusal) => /caught|192\.0\.2\.99/.test(refusal))).toEqual([
      'a connection to `caught.example` was refused: tests have no network; use a scripted model or a local server',
      'a connection to `192.0.2.99` was refused: tests have no network; use a scripted model or a local server',
    ]);
  });

  test('[S1.06] fails a scenario whose agent dials a public address, and the reason names it', async () => {
    const agent = functionAgent(async () => (await fetch(`https://${PUBLIC}/orders`)).text());
    const { end } = await play({ agent, user: scriptedUser(['Where is my order?']) });
    expect(end.reason).toBe('agent_error');
    expect(end.detail).toContain(`a connection to \`${PUBLIC}\` was refused`);
  });
});

describe('what is no dialling stays open', () => {
  test.each(['127.0.0.1', '0.0.0.0', '::'])(
    'a server that listens on %s, and a process that talks to itself',
    async (host) => {
      const server = http.createServer((_request, response) => response.end('here'));
      server.listen(0, host);
      await once(server, 'listening');
      const { port } = server.address() as net.AddressInfo;
      for (const name of ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost']) {
        if (host === '127.0.0.1' || name !== '[::ffff:127.0.0.1]')
          expect(await (await fetch(`http://${name}:${port}/`)).text()).toBe('here');
      }
      server.closeAllConnections();
      server.close();
    },
  );

  test.each([undefined, '0.0.0.0', '127.0.0.1'])('a socket for datagrams that is bound to %s', async (address) => {
    const socket = dgram.createSocket('udp4');
    socket.bind(0, address);
    await once(socket, 'listening');
    socket.send('hello', socket.address().port, '127.0.0.1');
    expect(String((await once(socket, 'message'))[0])).toBe('hello');
    socket.connect(socket.address().port);
    await once(socket, 'connect');
    await new Promise<void>((done, fail) => socket.send('again', (error) => (error ? fail(error) : done())));
    socket.close();
  });

  test('an address is read, and not looked up', async () => {
    expect(await dns.promises.lookup(PUBLIC)).toEqual({ address: PUBLIC, family: 4 });
  });
});
