import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import type { Agent, AgentContext, AgentStep } from '../../src/domain/contracts/agent.ts';
import { loadProject } from '../../src/files/load-project.ts';
import { probeScenarios, worthlessAgents } from '../../src/lint/probe.ts';
import { plant, said, scenario } from '../files/projects.ts';

const signal = new AbortController().signal;

async function talk(agent: Agent, texts: readonly string[]): Promise<string[]> {
  const session = await agent.open({ signal } as AgentContext);
  const answers: string[] = [];
  for (const [turn, text] of texts.entries()) {
    const steps: AgentStep[] = [];
    for await (const step of session.reply({ turn, text }, { signal })) steps.push(step);
    answers.push(steps.flatMap((step) => (step.type === 'text' ? [step.text] : [])).join(''));
  }
  return answers;
}

describe('worthless agents', () => {
  test('they say nothing useful, echo, and claim to have done everything with the values they heard', async () => {
    const said = await Promise.all(
      worthlessAgents('en').map((agent) => talk(agent, ['Refund A-1001, all 49.90 €.', 'And "order two"?', ''])),
    );
    expect(said).toMatchInlineSnapshot(`
      [
        [
          "Thank you for your message. I am happy to help you with anything you need.",
          "Thank you for your message. I am happy to help you with anything you need.",
          "Thank you for your message. I am happy to help you with anything you need.",
        ],
        [
          "Refund A-1001, all 49.90 €.",
          "And "order two"?",
          "Thank you for your message. I am happy to help you with anything you need.",
        ],
        [
          "Yes, of course. I have done everything you asked for, and it is all confirmed. That covers A-1001, 49.90.",
          "Yes, of course. I have done everything you asked for, and it is all confirmed. That covers A-1001, 49.90, order two.",
          "Yes, of course. I have done everything you asked for, and it is all confirmed. That covers A-1001, 49.90, order two.",
        ],
      ]
    `);
  });

  test('they speak the language of the scenario, and English where theirs is not known', async () => {
    const inChinese = worthlessAgents('zh-Hans')[2];
    expect(await talk(inChinese as Agent, ['员工 E001 还剩几天？'])).toEqual([
      '好的，您要求的事情我已经全部办好了，一切均已确认。 其中包括 E001。',
    ]);
    const unknown = await talk(worthlessAgents('constructor')[0] as Agent, ['x']);
    expect(unknown).toEqual(await talk(worthlessAgents('en')[0] as Agent, ['x']));
  });

  test('one conversation hears nothing of another', async () => {
    const [, , agent] = worthlessAgents('en');
    const first = await talk(agent as Agent, ['A-1']);
    expect(await talk(agent as Agent, ['A-1'])).toEqual(first);
    expect((await talk(agent as Agent, ['B-2']))[0]).not.toContain('A-1');
  });
});

describe('probing', () => {
  async function load() {
    const cwd = plant({ 'scenarios/a.yaml': scenario('language: zh'), 'scenarios/b.yaml': scenario() });
    return (await loadProject({ cwd, checks: { scorers: async () => [said] } })).scenarios;
  }

  test('a scenario that a worthless agent passes is named with the agents; invalid is no pass', async () => {
    const asked: string[] = [];
    const findings = await probeScenarios(await load(), async ({ scenario: { id } }, agent) => {
      asked.push(`${id} ${agent.name}`);
      if (id === 'b') return { verdict: 'invalid' };
      return { verdict: agent.name === 'says-nothing-useful' ? 'failed' : 'passed' };
    });
    expect(asked).toHaveLength(6);
    expect(findings.map(({ scenario: id, passedBy, problem }) => [id, passedBy, formatProblem(problem)])).toEqual([
      [
        'a',
        ['echoes-the-user', 'claims-all-is-done'],
        'scenarios/a.yaml:3:1: expect: `a` proves nothing: it is passed by `echoes-the-user`, `claims-all-is-done`\n' +
          '  Hint: ask for a call that must happen, or for words that only a right answer holds',
      ],
    ]);
  });

  test('it stops between scenarios when it is told to, and a broken run is not hidden', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      return { verdict: 'failed' as const };
    };
    await probeScenarios(await load(), run, { isAborted: () => runs > 0 });
    expect(runs).toBe(3);
    const broken = probeScenarios(await load(), () => Promise.reject(new Error('disk')));
    await expect(broken).rejects.toThrow('disk');
  });
});
