import { expect, onTestFinished, test } from 'vitest';
import { pooledFetch } from '../../src/network/pooled-fetch.ts';
import { localServer } from './local-server.ts';

test('a connection keeps the process alive while it is used, and not when it is idle', async () => {
  const holders = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
  const during: number[] = [];
  const { url, server } = await localServer((_request, response) => {
    during.push(holders());
    response.end('x');
  });
  server.unref();
  server.on('connection', (socket) => socket.unref());
  const fetch = pooledFetch();
  onTestFinished(() => fetch.close());
  await (await fetch(url)).text();
  await new Promise(setImmediate);
  expect([during, holders()]).toEqual([[1], 0]);
});
