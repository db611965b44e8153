import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../domain/authoring/config.ts';
import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import type { ToolDescription } from '../../domain/transcript/tool-call.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { compilePattern } from '../../domain/values/pattern.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { loadConfig, locateConfig } from '../../files/config/load-config.ts';
import { moduleLoader } from '../../files/config/module-loader.ts';
import { loadTools } from '../../files/load-tools.ts';
import { readYamlFile } from '../../files/yaml/read-yaml.ts';
import type { ImportOptions } from '../../importers/imported.ts';
import { readTools } from '../../importers/transcript/describe-tools.ts';
import { builtInScorers } from '../../scorers/built-in-scorers.ts';
import { mentionsOf } from '../../scorers/mentions/check-mentions.ts';
import { type LoadedRules, loadRules } from './load-rules.ts';
import type { Rules } from './rules.ts';
import type { ScoreFlags } from './score-flags.ts';

/** Everything that is known before the first conversation is read. */
export type ScoreSetup = {
  config: Config;
  root: string;
  rules: Rules;
  importing: ImportOptions;
  /** Tools that checks name. */
  toolsInRules: readonly string[];
  /** What is odd about the rules, and what none of some tools has that they name. */
  warnings: LoadedRules['warnings'];
  checkNames: LoadedRules['checkNames'];
};

/** Reads config, rules, tools and policy. Throws `UsageError` with what cannot be used. */
export async function openScoring(flags: ScoreFlags, cwd: string): Promise<ScoreSetup> {
  const { config, root } = await readConfig(flags.config, cwd);
  const tools = flags.tools === undefined ? undefined : await readToolFile(flags.tools, cwd);
  const definitions = [...builtInScorers, ...(config.scorers ?? [])];
  const models = Object.keys(config.models ?? {});
  const { rules, warnings, checkNames } = await loadRules(flags.expect, { cwd, definitions, tools, models });
  const policies = await Promise.all((flags.policy ?? []).map((file) => readPolicy(file, cwd)));
  // Without a word of it nobody knows whether there was one.
  const policy = policies.length === 0 ? rules.policy : [...(rules.policy ?? []), ...policies];
  const now = flags.now ?? rules.now;
  if (flags.now !== undefined && !z.iso.datetime({ offset: true }).safeParse(flags.now).success) {
    throw new UsageError('`--now` must be a moment with its zone, such as 2026-01-15T09:00:00Z');
  }
  return {
    config,
    root,
    rules,
    importing: importOptions(flags, { rules, tools, policy, now }),
    toolsInRules: toolsNamedIn(rules, definitions),
    warnings,
    checkNames,
  };
}

function toolsNamedIn({ expect, cases }: Rules, definitions: readonly AnyScorerDefinition[]): readonly string[] {
  const mentions = mentionsOf([...expect, ...cases.flatMap((one) => one.expect)], definitions);
  const names = mentions.flatMap((mention) => (mention.kind === 'tool' ? [mention.tool] : []));
  return [...new Set(names)];
}

function importOptions(
  flags: ScoreFlags,
  {
    rules,
    tools,
    policy,
    now,
  }: {
    rules: Rules;
    tools: readonly ToolDescription[] | undefined;
    policy: string[] | undefined;
    now: string | undefined;
  },
): ImportOptions {
  return {
    format: flags.format,
    tools,
    // Who says that calls are visible has said that those of the log are all there were.
    effects: rules.effects ?? (rules.toolCalls === 'visible' ? { '*': 'unknown' } : undefined),
    policy,
    now,
    language: flags.language ?? rules.language,
    observation: flags.observation ?? rules.observation,
    toolCallsVisible: rules.toolCalls !== 'hidden',
    isError: rules.errors === undefined ? undefined : errorReader(rules.errors),
  };
}

/** The patterns were looked at when the rules were read. */
function errorReader(sources: readonly string[]): (content: JsonValue) => boolean {
  const patterns = sources.flatMap((source) => {
    const compiled = compilePattern(source);
    return compiled.status === 'ok' ? [compiled.pattern] : [];
  });
  return (content) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return patterns.some((pattern) => pattern.test(text));
  };
}

async function readConfig(given: string | undefined, cwd: string): Promise<{ config: Config; root: string }> {
  const { path, problems } = await locateConfig(cwd, given);
  if (problems.length > 0) throw new UsageError('the config cannot be used:', problems);
  if (path === undefined) return { config: {}, root: cwd };
  const loaded = await loadConfig(path, { cwd, loader: moduleLoader() });
  if (loaded.problems.length > 0) throw new UsageError('the config cannot be used:', loaded.problems);
  return { config: loaded.config, root: dirname(path) };
}

async function readToolFile(file: string, cwd: string): Promise<readonly ToolDescription[]> {
  const { problems } = await loadTools(file, { cwd });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new UsageError(`${file} cannot be used:`, errors);
  const { value } = await readYamlFile(resolve(cwd, file), file);
  const list = Array.isArray(value) ? value : (value as { tools: readonly JsonValue[] }).tools;
  return readTools(list, '', []) ?? [];
}

async function readPolicy(file: string, cwd: string): Promise<string> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    throw new UsageError(`\`--policy ${file}\` cannot be read: ${safeErrorText(error).message}`);
  });
  if (text.trim() === '') throw new UsageError(`\`--policy ${file}\` is empty`);
  return text;
}
