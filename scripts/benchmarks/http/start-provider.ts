import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The provider in a process of its own; it goes with this one, or when stopped. */
export async function startProvider(): Promise<{ port: number; baseURL: string; stop: () => void }> {
  const provider = spawn(process.execPath, [fileURLToPath(new URL('./provider.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    provider.stdout.once('data', (data) => resolve(Number(data)));
    provider.once('exit', (code) => reject(new Error(`the provider ended with ${code}`)));
  });
  return { port, baseURL: `http://127.0.0.1:${port}/v1`, stop: () => void provider.kill() };
}
