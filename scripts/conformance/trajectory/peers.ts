import type { Answer, TrajectoryCase } from './case.ts';
import { judgeAdk } from './peers/adk.ts';
import { judgeAgentevals } from './peers/agentevals.ts';
import { judgeAzure } from './peers/azure.ts';
import { judgeBfcl } from './peers/bfcl.ts';
import { judgeDeepeval } from './peers/deepeval.ts';
import { judgeMastra } from './peers/mastra.ts';
import { judgePromptfoo } from './peers/promptfoo.ts';
import { judgeRagas } from './peers/ragas.ts';
import { judgeStrands } from './peers/strands.ts';
import { judgeTau2 } from './peers/tau2.ts';
import { judgeToolsandbox } from './peers/toolsandbox.ts';
import { judgeVertex } from './peers/vertex.ts';
import { judgeVitestEvals } from './peers/vitest-evals.ts';

/** Judges a case with settings of our core that stand for a tool's mode; undefined for a mode that is not known. */
export type Peer = (one: TrajectoryCase) => Answer | undefined;

export const peers: Readonly<Record<string, Peer>> = {
  adk: judgeAdk,
  agentevals: judgeAgentevals,
  azure: judgeAzure,
  bfcl: judgeBfcl,
  deepeval: judgeDeepeval,
  mastra: judgeMastra,
  promptfoo: judgePromptfoo,
  ragas: judgeRagas,
  strands: judgeStrands,
  tau2: judgeTau2,
  toolsandbox: judgeToolsandbox,
  vertex: judgeVertex,
  'vitest-evals': judgeVitestEvals,
};
