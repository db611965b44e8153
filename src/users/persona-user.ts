import type { z } from 'zod';
import { Persona, type Realism } from '../domain/authoring/persona.ts';
import type { ChatModel } from '../domain/contracts/chat-model.ts';
import type { SimulatedUser, UserContext } from '../domain/contracts/simulated-user.ts';
import { UsageError } from '../domain/errors.ts';
import { describeManner } from '../domain/prompts/persona/manner.ts';
import {
  PERSONA_PROMPT_VERSION,
  type PersonaBrief,
  personaInstructions,
  personaPrompt,
} from '../domain/prompts/persona-prompt.ts';
import { seedOf, stableHash } from '../domain/values/hash.ts';
import { judgedBehaviours } from './checks/behaviours.ts';
import type { UserFacts } from './facts.ts';
import { drawManner, joinRealism } from './persona/draw-manner.ts';
import { openPersonaSession } from './persona/persona-session.ts';
import type { PersonaSetup } from './persona/persona-setup.ts';

export type PersonaUserOptions = {
  /** Speaks for the persona. */
  model: ChatModel;
  persona: z.input<typeof Persona>;
  facts?: UserFacts;
  /** What the user wants to have reached when the talk ends. */
  goal?: string | undefined;
  /** BCP 47 tag; else the persona's. */
  language?: string | undefined;
  /** When it is the agent, the user says nothing before it has heard something. */
  firstSpeaker?: 'user' | 'agent';
  /** Messages before which the user does not end the talk. */
  minTurns?: number;
  /** Goes before the persona's own, key by key. */
  realism?: Realism | undefined;
};

/**
 * A user for whom a model speaks. The model is told who it is, what it wants and what it may say when; it sees the
 * agent's words and notices, fenced, and nothing else. Its words are checked without a model: those that no person in
 * this place would write are asked for again once, and break the simulation when they come again. Throws UsageError for
 * a persona that is none.
 */
export function personaUser(options: PersonaUserOptions): SimulatedUser {
  const { model, firstSpeaker = 'user' } = options;
  const persona = readPersona(options.persona);
  const realism = joinRealism(persona.realism, options.realism);
  const brief = briefOf(persona, options);
  const promptHash = hashOf(brief, realism);
  return {
    driver: 'persona',
    fixed: model.fixed.includes('model') ? ['counterparty'] : [],
    promptHash,
    open(context) {
      const manner = drawManner(context.seed, { persona, ...(realism === undefined ? {} : { realism }) });
      const own: PersonaBrief = { ...brief, manner, fence: fenceOf(context) };
      const knowledge: PersonaSetup['knowledge'] = {
        persona,
        facts: options.facts ?? {},
        goal: options.goal,
        language: brief.language,
        mixes: manner.mixes,
        instructions: personaInstructions(own),
        fence: own.fence,
      };
      const unchecked = judgedBehaviours(knowledge).map((text) => `left to a judge after the talk: "${text}"`);
      return openPersonaSession(
        {
          model,
          name: persona.name,
          system: personaPrompt(own),
          fence: own.fence,
          promptHash,
          knowledge,
          patience: persona.patience,
          minTurns: brief.minTurns,
          waitsForAgent: firstSpeaker === 'agent',
          notes: [`manner: ${describeManner(manner)}`, ...unchecked],
        },
        context,
      );
    },
  };
}

function readPersona(input: z.input<typeof Persona>): Persona {
  const { success, data, error } = Persona.safeParse(input);
  if (success) return data;
  const [issue] = error.issues;
  throw new UsageError(
    `the persona cannot be used: ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}

/** The brief without what differs between sessions. Values of facts that are never told stay out. */
function briefOf(persona: Persona, { facts = {}, goal, language, minTurns = 0 }: PersonaUserOptions): PersonaBrief {
  const known = Object.entries(facts).map(([name, fact]) => ({
    name,
    ...(typeof fact === 'string' ? { value: fact, disclosure: 'open' as const, fallback: undefined } : fact),
  }));
  const told = (disclosure: 'open' | 'on_request') =>
    known.filter((fact) => fact.disclosure === disclosure).map(({ name, value }) => ({ name, text: value }));
  const never = known
    .filter(({ disclosure }) => disclosure === 'never')
    .map(({ name, fallback }) => ({ name, text: fallback }));
  return {
    persona,
    goal,
    language: language ?? persona.language,
    facts: { open: told('open'), onRequest: told('on_request'), never },
    minTurns,
    fence: 'heard-words',
  };
}

/** Names the prompt, whatever the seed makes of it. */
function hashOf(brief: PersonaBrief, realism: Realism | undefined): string {
  return stableHash(JSON.stringify([PERSONA_PROMPT_VERSION, personaPrompt(brief), realism ?? null]));
}

/** The same in every replay of a session, and no word that an agent could guess. */
function fenceOf({ key, seed }: UserContext): string {
  const drawn = seedOf(seed, 'user', key.scenario, key.variant, key.trial, 'fence');
  return `heard-${drawn.toString(16).padStart(8, '0')}`;
}
