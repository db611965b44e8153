import { z } from 'zod';
import { Name } from '../../domain/authoring/identifier.ts';
import { isOneTool, NO_TOOL, wantedOf } from '../../domain/authoring/routing.ts';
import type { AnyScorerDefinition, Mention, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import { assertNever } from '../../domain/values/assert-never.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { Evidence, Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { turnOfAbsence } from '../last-turn.ts';
import { mentionsOfCall } from '../mentions/mentions-in.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import { cutText, listText } from '../text/value-text.ts';
import { argumentEvidence, callEvidence, describeCall } from '../trajectory/explanation/describe-call.ts';
import { leafWords } from '../trajectory/explanation/leaf-words.ts';
import { CallPattern, type CallTest, compileCallPattern } from '../trajectory/specification/expected-call.ts';
import { type Choice, isWantedTool, readChoice } from './read-choice.ts';

const Routing = z.strictObject({
  /** The tool to be called, or the tools of which any will do; `none` for no tool. */
  tool: z.union([Name, z.array(Name).min(1)]),
  /** Turn of the message, from 0. */
  turn: z.int().min(0).default(0),
  /** What the arguments of the call must hold, as in `calls`. */
  arguments: CallPattern.shape.arguments,
});
type Routing = z.infer<typeof Routing>;

/** What the agent does first with a message. */
export const routing: AnyScorerDefinition = defineScorer({
  type: 'routing',
  summary: 'The first thing that the agent did with a message was to call this tool, or none.',
  stages: ['selection', 'arguments'],
  metrics: ['credit'],
  schema: Routing,
  mentions: mentionsOfRouting,
  create: createRouting,
});

function mentionsOfRouting({ tool, turn, arguments: wanted }: Routing): Mention[] {
  const names = wantedOf({ tool });
  const [only = ''] = names;
  const tools = names.map(
    (name, index): Mention => ({
      kind: 'tool',
      tool: name,
      path: typeof tool === 'string' ? 'tool' : `tool[${index}]`,
    }),
  );
  const ofCall = wanted === undefined ? [] : mentionsOfCall({ tool: only, arguments: wanted }, '');
  return [
    ...tools.filter((mention) => mention.kind !== 'tool' || mention.tool !== NO_TOOL),
    ...ofCall.filter(({ kind }) => kind === 'argument').map((one) => ({ ...one, path: one.path.replace(/^\./, '') })),
    { kind: 'turn', turn, path: 'turn' },
  ];
}

function createRouting({ tool, turn, arguments: wanted }: Routing): ScorerPart[] {
  const names = wantedOf({ tool });
  const head = { needs: { toolCalls: true }, deterministic: true } as const;
  const selection: ScorerPart = {
    ...head,
    part: 'selection',
    stage: 'selection',
    score: (input: ScoreInput) => scoreSelection(input, names, turn),
  };
  if (wanted === undefined) return [selection];
  const [only] = names;
  if (only === undefined || !isOneTool(names)) {
    const message = 'needs one tool in `tool` that it is about';
    throw new UsageError(message, [{ severity: 'error', code: 'contradiction', path: 'arguments', message }]);
  }
  const pattern = compileCallPattern({ tool: only, arguments: wanted });
  const score = (input: ScoreInput) => scoreChosenArguments(input, pattern, turn);
  return [selection, { ...head, part: 'arguments', stage: 'arguments', score }];
}

function scoreSelection(input: ScoreInput, wanted: readonly string[], turn: number): ScoreOutcome {
  const choice = readChoice(input, turn, wanted);
  const isRight = isWanted(choice, wanted);
  return scoreFindings({
    right: isRight ? 1 : 0,
    judged: 1,
    findings: isRight ? [] : [explainChoice(choice, { input, wanted, turn })],
    praise: choice.kind === 'tool' ? `\`${choice.call.name}\` was called` : 'no tool was called',
    // A fold over the run reads this.
    details: { choice: choiceOf(choice), wanted: [...wanted] },
  });
}

function isWanted(choice: Choice, wanted: readonly string[]): boolean {
  if (choice.kind === 'tool') return isWantedTool(choice.call.name, wanted);
  return choice.kind === 'none' && wanted.includes(NO_TOOL);
}

function choiceOf(choice: Choice): JsonValue {
  switch (choice.kind) {
    case 'tool':
    case 'unknown_tool':
      return { kind: choice.kind, tool: choice.call.name };
    case 'none':
    case 'no_answer':
      return { kind: choice.kind };
    default:
      return assertNever(choice);
  }
}

type Wanting = { input: ScoreInput; wanted: readonly string[]; turn: number };

function explainChoice(choice: Choice, { input, wanted, turn }: Wanting): Finding {
  const expected = `expected ${listText(wanted.map(wantedText), 'or')}`;
  const head = { turn, stage: 'selection', severity: 'failure' } as const;
  switch (choice.kind) {
    case 'tool':
    case 'unknown_tool': {
      const what = `\`${describeCall(choice.call)}\` was called`;
      const code = choice.kind === 'tool' ? 'wrong_tool' : 'unknown_tool';
      const message = `${what}${choice.kind === 'tool' ? '' : ', which does not exist'}; ${expected}`;
      return { ...head, code, message, evidence: [callEvidence(choice.call), ...userEvidence(input, turn)] };
    }
    case 'none': {
      const answer = choice.turn.finalAnswer;
      const said =
        answer === undefined ? [] : [{ kind: 'event' as const, seq: answer.seq, quote: cutText(answer.text) }];
      const message = `no tool was called; ${expected}`;
      return { ...head, code: 'missing_call', message, evidence: [...said, ...userEvidence(input, turn)] };
    }
    case 'no_answer': {
      const message = `the agent neither called a tool nor answered; ${expected}`;
      const evidence = userEvidence(input, turn);
      return { ...head, turn: turnOfAbsence(input, turn), code: 'no_answer', message, evidence };
    }
    default:
      return assertNever(choice);
  }
}

function wantedText(tool: string): string {
  return tool === NO_TOOL ? 'no call' : `\`${tool}\``;
}

function userEvidence({ turns }: ScoreInput, turn: number): Evidence[] {
  const user = turns.find((one) => one.turn === turn)?.user;
  return user === undefined ? [] : [{ kind: 'event', seq: user.seq, quote: cutText(user.text) }];
}

/**
 * The arguments of the tool that was wanted, where it was the choice. Every call of the message must have them: else an
 * agent that tries all values at once would be right.
 */
function scoreChosenArguments(input: ScoreInput, pattern: CallTest, turn: number): ScoreOutcome {
  const choice = readChoice(input, turn, [pattern.tool]);
  if (choice.kind !== 'tool' || choice.call.name !== pattern.tool)
    return notApplicable(`\`${pattern.tool}\` was not the choice`);
  const tools = startOf(input.transcript)?.tools;
  const described =
    tools === undefined || tools === 'unknown' ? undefined : tools.find(({ name }) => name === pattern.tool);
  const matcher = pattern.arguments.withSchema(described?.parameters);
  const compared = choice.together.map((call) => compareArguments(call, matcher));
  const right = compared.reduce((sum, { credit }) => sum + credit, 0);
  return scoreFindings({
    right,
    judged: compared.length,
    findings: compared.flatMap(({ findings }) => findings),
    praise: compared.length === 1 ? 'the arguments are as expected' : 'the arguments of each call are as expected',
    metrics: { credit: right / compared.length },
  });
}

function compareArguments(
  call: TrajectoryCall,
  matcher: CallTest['arguments'],
): { credit: number; findings: readonly Finding[] } {
  const head = { turn: call.turn, stage: 'arguments', severity: 'failure' } as const;
  if (call.call.arguments.status === 'unparsable') {
    const { problem } = call.call.arguments;
    const message = `the arguments of \`${call.name}\` are no JSON (${problem}): \`${cutText(call.call.rawArguments)}\``;
    return {
      credit: 0,
      findings: [{ ...head, code: 'unparsable_arguments', message, evidence: [argumentEvidence(call, '')] }],
    };
  }
  const { credit, differences } = matcher.compare(call.arguments);
  const findings = differences.map((difference): Finding => {
    const { code, clause } = leafWords(difference);
    const evidence = [argumentEvidence(call, difference.pointer, difference.actual)];
    return { ...head, code, message: `\`${call.name}\` ${clause}`, evidence };
  });
  return { credit, findings };
}
