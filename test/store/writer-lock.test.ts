import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCassetteFile } from '../../src/store/cassette-file.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test.runIf(existsSync('/proc/self/stat'))('[F45] a real zombie holds no lock', async () => {
  // The shell becomes a program that waits for nobody; its child, which ends after that, stays.
  const script = 'exec 3<&0; read line <&3 & echo $!; exec sleep 60';
  const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', (data) => resolve(String(data)))));
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await new Promise(setImmediate);
    parent.stdin.end();
    while (stat()[0] !== 'Z') await new Promise(setImmediate);
    const path = join(temporaryFolder(), 'c.json');
    writeFileSync(`${path}.lock`, JSON.stringify({ pid, host: hostname(), started: stat()[19] }));
    const notes: string[] = [];
    await (
      await openCassetteFile({ path, access: 'write', place: 'c.json', onNote: (note) => notes.push(note) })
    ).close();
    expect(notes).toEqual([`\`c.json\` was locked by process ${pid}, which is gone; the lock was taken over`]);
  } finally {
    parent.kill('SIGKILL');
  }
});
