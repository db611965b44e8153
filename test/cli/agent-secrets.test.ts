import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answering } from '../agents/http-server.ts';
import { orderScenario, rehearsal } from '../fixtures/command.ts';
import { filesBelow, projectFolder } from '../fixtures/project-folder.ts';

test('[F69] what an agent sends in a header is kept nowhere, although the agent repeats it and its variable has a harmless name', async () => {
  const { url } = await answering(({ headers }: { headers: Record<string, string> }) => ({
    text: `delivered, says ${headers['x-desk']}`,
  }));
  const root = projectFolder({
    'rehearsal.config.mjs': `import { httpAgent } from 'rehearsal';
      const headers = { 'x-desk': 'desk {{env.DESK}}' };
      export default { agents: { desk: httpAgent({ url: '${url}', headers, reply: { text: 'text' } }) } };`,
    'scenarios/order.yaml': orderScenario(),
  });
  const { code, out, err } = await rehearsal(root, ['run', '--verbose'], { env: { DESK: 'CANARY-7' } });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const stored = filesBelow(join(root, '.rehearsal')).map((file) =>
    readFileSync(join(root, '.rehearsal', file), 'utf8'),
  );
  expect(stored.join('')).toContain('says desk [redacted]');
  expect(`${out}${stored.join('')}`).not.toContain('CANARY');
});
