import { InvalidArgumentError } from 'commander';
import { parseCount, parseDurationMs, parseUsd } from '../domain/values/quantities.ts';
import type { ShardPart } from '../runs/shard.ts';

export function positiveInteger(text: string): number {
  const value = nonNegativeInteger(text);
  if (value === 0) throw new InvalidArgumentError('It must be at least 1.');
  return value;
}

export function nonNegativeInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function count(text: string): number {
  return parseCount(text) ?? refuse('It must be a count, such as 500, 20k or 1.5m.');
}

export function dollars(text: string): number {
  return parseUsd(text) ?? refuse('It must be an amount above 0 in US dollars, such as 0.05.');
}

/** In milliseconds. */
export function duration(text: string): number {
  return parseDurationMs(text) ?? refuse('It must be a time above 0 with its unit, such as 60s or 10m.');
}

/** From 0 to 1. */
export function share(text: string): number {
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value <= 1 ? value : refuse('It must be a number from 0 to 1.');
}

/** A flag that may be given several times, each with one value: a list of values would take the arguments after it. */
export function collect(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text];
}

/** `2/5`: the second of five parts. */
export function shardPart(text: string): ShardPart {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  const isPart = index !== undefined && count !== undefined && index >= 1 && index <= count;
  return isPart ? { index, count } : refuse('It must be a part and how many there are, such as 2/5.');
}

function refuse(message: string): never {
  throw new InvalidArgumentError(message);
}
