import type { ChatRequest } from '../../../domain/contracts/chat-model.ts';
import type { OpenedJudge, ScoreOptions } from '../../../domain/contracts/scorer.ts';
import { fenceFor } from '../../../domain/display/prompt.ts';
import {
  groundingMessages,
  groundingOutputSchema,
  groundingPromptHash,
  groundingRecord,
  type ShownEvidence,
} from '../../../domain/prompts/grounding-prompt.ts';
import { seedOf, stableHash } from '../../../domain/values/hash.ts';
import { type Random, randomFrom } from '../../../domain/values/random.ts';
import { askOnce } from '../../judge/ask-once.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type Asked, type CheckedOpinion, checkOpinions, Opinions } from './check-opinions.ts';
import { ledgerControls } from './ledger-controls.ts';
import type { OpenClaim } from './open-claims.ts';
import { ownerOf, type Premise, premiseFinder } from './premises.ts';

/** Who is asked, and what makes one asking different from another. */
export type AskingJudge = {
  judge: Pick<OpenedJudge, 'name' | 'session'>;
  options: Pick<ScoreOptions, 'signal' | 'onModelCall'>;
  /** Seed and session, as the fence, the ids and the controls derive from them. */
  parts: readonly (string | number)[];
};

/** What a judge said of the open claims of one answer, or why nothing of it counts. */
export type JudgedOpen = { requests: number } & (
  | { status: 'judged'; opinions: readonly CheckedOpinion[] }
  | { status: 'failed'; problem: string }
);

/** Statements of one request; two controls come on top. */
const MAX_BATCH = 10;

/** Asks once, and once more where the answer cannot be used. Rejects only when the signal aborts. */
export async function askGroundingJudge(
  claims: readonly OpenClaim[],
  { ledger, seq, turn, asking }: { ledger: EvidenceLedger; seq: number; turn: number; asking: AskingJudge },
): Promise<JudgedOpen> {
  const find = premiseFinder(ledger, seq);
  const opinions: CheckedOpinion[] = [];
  let requests = 0;
  for (let from = 0; from < claims.length; from += MAX_BATCH) {
    const batch = claims.slice(from, from + MAX_BATCH);
    let problem: string | undefined;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const parts = [...asking.parts, 'grounding', seq, from, attempt];
      const request = requestFor(batch, { ledger, seq, turn, parts, find });
      if (request === undefined)
        return {
          status: 'failed',
          requests,
          problem: 'was not asked: the evidence holds nothing to build control statements from',
        };
      requests += 1;
      const reply = await askOnce(request.request, asking, { schema: Opinions, promptHash: groundingPromptHash });
      const checked = reply.status === 'read' ? checkOpinions(reply.reply, request.asked, request.shown) : reply;
      problem = checked.status === 'checked' ? undefined : checked.problem;
      if (checked.status === 'checked') opinions.push(...checked.opinions);
      if (checked.status === 'checked' || checked.status === 'refused') break;
    }
    if (problem !== undefined) return { status: 'failed', requests, problem };
  }
  return { status: 'judged', requests, opinions };
}

type Prepared = { request: ChatRequest; asked: readonly Asked[]; shown: ReadonlyMap<string, Premise> };

function requestFor(
  claims: readonly OpenClaim[],
  {
    ledger,
    seq,
    turn,
    parts,
    find,
  }: {
    ledger: EvidenceLedger;
    seq: number;
    turn: number;
    parts: readonly (string | number)[];
    find: ReturnType<typeof premiseFinder>;
  },
): Prepared | undefined {
  const random = randomFrom(seedOf(...parts));
  const controls = ledgerControls(ledger, { seq, random });
  if (controls === undefined) return undefined;
  const premises = new Map<number, Premise>();
  for (const claim of claims) for (const premise of find(claim)) premises.set(premise.entry.id, premise);
  for (const { premise } of controls) premises.set(premise.entry.id, premise);
  const codes = new Set<string>();
  const codeOf = (prefix: string): string => freshCode(prefix, { parts, random, codes });
  const shown = new Map(random.shuffle([...premises.values()]).map((premise) => [codeOf('e'), premise]));
  const asked = random
    .shuffle([
      ...claims.map((claim) => ({ claim, statement: claim.statement })),
      ...controls.map((control) => ({ control, statement: control.statement })),
    ])
    .map((one): Asked => ({ ...one, id: codeOf('s') }));
  const evidence = [...shown].map(([id, premise]) => shownEvidence(id, premise, ledger));
  const statements = asked.map(({ id, statement }) => ({ id, statement }));
  const record = groundingRecord(evidence, statements);
  return {
    asked,
    shown,
    request: {
      messages: groundingMessages({ evidence, statements, fence: fenceFor(parts, record) }),
      turn,
      outputSchema: groundingOutputSchema,
    },
  };
}

function shownEvidence(id: string, { entry, quotable }: Premise, { calls }: EvidenceLedger): ShownEvidence {
  const tool = entry.call === undefined ? undefined : calls[entry.call]?.tool;
  return {
    id,
    source: tool === undefined ? entry.source : `${entry.source === 'argument' ? 'given to' : 'result of'} ${tool}`,
    ...(entry.key === '' ? {} : { about: `${entry.key}${ownerOf(entry)}` }),
    says: quotable,
  };
}

/** A code that says nothing of what stands behind it. */
function freshCode(
  prefix: string,
  { parts, random, codes }: { parts: readonly (string | number)[]; random: Random; codes: Set<string> },
): string {
  for (;;) {
    const code = `${prefix}${stableHash(JSON.stringify([...parts, random.integer(2 ** 32)])).slice(0, 5)}`;
    if (codes.has(code)) continue;
    codes.add(code);
    return code;
  }
}
