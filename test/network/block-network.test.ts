import dgram from 'node:dgram';
import dns from 'node:dns/promises';
import http from 'node:http';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { functionAgent } from '../../src/agents/function-agent.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { configWith, orderScenario, rehearsal } from '../fixtures/command.ts';
import { projectFolder } from '../fixtures/project-folder.ts';
import { play } from '../fixtures/session-parts.ts';

// An address for documentation (RFC 5737): nobody answers there, blocked or not.
const PUBLIC = '192.0.2.1';

describe('a blocked network', { tags: ['scripted'] }, () => {
  test.each([
    ['a request', () => fetch(`http://${PUBLIC}/`)],
    ['a connection', () => Promise.resolve(net.connect(443, PUBLIC))],
    ['a connection', () => Promise.resolve(http.get({ host: PUBLIC }))],
    ['a connection', () => Promise.resolve(net.connect({ host: `::ffff:${PUBLIC}`, port: 80 }))],
    ['a name look-up', () => dns.lookup('example.com')],
    ['a datagram', () => Promise.resolve(dgram.createSocket('udp4').send('x', 53, PUBLIC))],
  ] satisfies [string, () => Promise<unknown>][])(
    'refuses %s that is not loopback, and names the host',
    async (what, dial) => {
      const error = await Promise.resolve()
        .then<unknown>(dial)
        .then(
          () => new Error('nothing was refused'),
          (reason: Error) => reason,
        );
      expect(error.message).toMatch(
        new RegExp(`^${what} to \`(?:::ffff:)?(?:${PUBLIC}|example\\.com)\` was refused: tests have no`),
      );
      expect(error).toMatchObject({ name: 'NetworkBlockedError', code: 'ENETBLOCKED' });
    },
  );

  test('lets a process talk to itself', async () => {
    const server = http.createServer((_request, response) => response.end('here'));
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as net.AddressInfo;
    expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('here');
    server.closeAllConnections();
    server.close();
  });

  test('[S1.06] fails a scenario whose agent dials a public address, and the reason names it', async () => {
    const agent = functionAgent(async () => (await fetch(`https://${PUBLIC}/orders`)).text());
    const { end } = await play({ agent, user: scriptedUser(['Where is my order?']) });
    expect(end.reason).toBe('agent_error');
    expect(end.detail).toContain(`a request to \`${PUBLIC}\` was refused`);
  });
});

test('[S1.06] REHEARSAL_BLOCK_NET=1 blocks the network of the command', async () => {
  const root = projectFolder({
    'rehearsal.config.mjs': configWith(`return (await fetch('http://${PUBLIC}/')).text();`),
    'scenarios/order.yaml': orderScenario(),
  });
  const { code, out } = await rehearsal(root, ['run', '--no-store'], { env: { REHEARSAL_BLOCK_NET: '1' } });
  expect(code).toBe(1);
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    `a request to \`${PUBLIC}\` was refused: the network is blocked by REHEARSAL_BLOCK_NET=1`,
  );
});
