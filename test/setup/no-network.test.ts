import dgram from 'node:dgram';
import dns, { lookup } from 'node:dns';
import { resolve4 } from 'node:dns/promises';
import { once } from 'node:events';
import http, { createServer } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { describe, expect, test } from 'vitest';

describe('a connection that is not loopback throws and names the host', () => {
  test.each<[string, () => unknown, string]>([
    ['net.connect with options', () => net.connect({ host: 'net.example', port: 80 }), 'net.example'],
    ['net.connect with port and host', () => net.connect(80, '192.0.2.1'), '192.0.2.1'],
    ['a socket of its own', () => new net.Socket().connect(80, 'own.example'), 'own.example'],
    ['tls.connect', () => tls.connect({ host: 'tls.example', port: 443 }), 'tls.example'],
    ['an address that only looks like loopback', () => net.connect(80, '127.0.0.1.example'), '127.0.0.1.example'],
    ['the address of every interface', () => net.connect(80, '0.0.0.0'), '0.0.0.0'],
    ['IPv6', () => net.connect(80, '2001:db8::1'), '2001:db8::1'],
    ['dns.lookup', () => dns.lookup('lookup.example', () => {}), 'lookup.example'],
    ['a named import of dns.lookup', () => lookup('named.example', () => {}), 'named.example'],
    ['a resolver of its own', () => new dns.Resolver().resolve('resolver.example', () => {}), 'resolver.example'],
  ])('%s', (_name, connect, host) => {
    expect(connect).toThrow(`\`${host}\` was refused`);
  });

  test('a promise of a look-up', () => {
    expect(() => resolve4('promised.example')).toThrow('`promised.example` was refused');
  });

  test('fetch rejects', async () => {
    await expect(fetch('https://fetch.example/path')).rejects.toThrow('`fetch.example` was refused');
    await expect(fetch(new Request('http://request.example'))).rejects.toThrow('`request.example` was refused');
  });

  test.each([http, https])('an http request', async (client) => {
    await expect(async () => {
      const request = client.get({ host: 'http.example', path: '/' });
      const [error] = await once(request, 'error');
      throw error;
    }).rejects.toThrow('`http.example` was refused');
  });

  test('a datagram', () => {
    const socket = dgram.createSocket('udp4');
    expect(() => socket.send('hello', 53, 'datagram.example')).toThrow('`datagram.example` was refused');
    expect(() => socket.connect(53, '192.0.2.7')).toThrow('`192.0.2.7` was refused');
    socket.close();
  });
});

describe('loopback stays open', () => {
  test.each(['127.0.0.1', 'localhost'])('fetch and http reach a server on %s', async (host) => {
    const server = createServer((_request, response) => void response.end('here'));
    server.listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } });
    expect(await response.text()).toBe('here');
    const request = http.get({ host, port, agent: false });
    const [incoming] = await once(request, 'response');
    incoming.resume();
    await once(incoming, 'end');
    server.close();
  });
});
