import type { CallView, ItemView, SessionView } from '../../session-view.ts';
import { type Child, el } from '../element.ts';
import { durationText } from '../numbers.ts';
import { badge } from '../verdict-badge.ts';
import { claimTable, markedAnswer } from './marked-answer.ts';
import { cutNote, valueBox } from './preview-text.ts';
import type { SessionContext } from './session-context.ts';

type Turn = SessionView['turns'][number];

/** One turn of the talk, in the order in which things happened. */
export function turnSection({ turn, items }: Turn, context: SessionContext): HTMLElement {
  const name = `turn-${turn}`;
  return el(
    'section',
    { class: 'turn', id: name, tabindex: -1, 'aria-labelledby': `${name}-title` },
    el('h3', { id: `${name}-title` }, `Turn ${turn}`, ...faultsOf(turn, context)),
    items.map((item) => itemElement(item, context)),
  );
}

function faultsOf(turn: number, { session }: SessionContext): Child[] {
  const isFaulty = session.scores.some(
    ({ required, passed, findings }) =>
      required &&
      passed === false &&
      findings.some((finding) => finding.turn === turn && finding.severity === 'failure'),
  );
  return isFaulty ? [' ', badge('failed', 'something went wrong here')] : [];
}

function itemElement(item: ItemView, context: SessionContext): HTMLElement {
  switch (item.kind) {
    case 'user':
      return bubble(item.seq, {
        name: 'user',
        speaker: 'User',
        body: item.isSilent
          ? el('p', { class: 'quiet' }, 'says nothing; the agent speaks first')
          : [el('div', { class: 'words', dir: 'auto' }, item.text.text), cutNote(item.text)],
      });
    case 'agent':
      return bubble(item.seq, {
        name: 'agent',
        speaker: item.isFinal ? 'Agent' : 'Agent, on the way',
        body: [markedAnswer(item), cutNote(item.text), claimTable(item, context)],
      });
    case 'call':
      return callCard(item);
    case 'user_step':
      return aside(item.seq, 'inside the simulated user', item.lines);
    case 'world':
      return aside(item.seq, 'changed in the world', item.lines);
    case 'note':
      return el(
        'div',
        { class: `note${item.isLoud ? ' is-loud' : ''}`, id: `event-${item.seq}`, tabindex: -1 },
        el('strong', {}, item.label),
        item.text.text === '' ? undefined : [': ', el('span', { class: 'words' }, item.text.text)],
        cutNote(item.text),
      );
  }
}

function bubble(seq: number, { name, speaker, body }: { name: string; speaker: string; body: Child }): HTMLElement {
  return el(
    'div',
    { class: `bubble is-${name}`, id: `event-${seq}`, tabindex: -1 },
    el('div', { class: 'speaker' }, speaker),
    body,
  );
}

function callCard({ seq, name, arguments: given, problem, isReported, result }: CallView): HTMLElement {
  const { error, injectedBy, ms } = result ?? {};
  return el(
    'div',
    { class: 'call', id: `event-${seq}`, tabindex: -1 },
    el(
      'div',
      { class: 'speaker' },
      'Tool call ',
      el('code', {}, name),
      isReported ? ' (told by the agent)' : undefined,
      ms === undefined ? undefined : ` ${durationText(ms)}`,
      error === undefined ? undefined : [' ', badge('failed', error)],
    ),
    problem === undefined ? undefined : el('p', {}, badge('invalid', 'unreadable arguments'), ` ${problem}`),
    valueBox(given, `Arguments of ${name}`),
    result === undefined
      ? el('p', { class: 'quiet' }, 'no result was recorded')
      : el(
          'div',
          { id: `event-${result.seq}`, tabindex: -1, class: 'result' },
          el(
            'div',
            { class: 'speaker' },
            error === undefined ? 'Result' : 'Error',
            injectedBy === undefined ? undefined : `, by the fault ${injectedBy}`,
          ),
          valueBox(result.content, `Result of ${name}`),
        ),
  );
}

function aside(seq: number, label: string, lines: readonly string[]): HTMLElement {
  const [first = '', ...rest] = lines;
  return el(
    'details',
    { class: 'aside', id: `event-${seq}`, tabindex: -1 },
    el('summary', {}, `${label}: `, first, rest.length === 0 ? undefined : ` … (${lines.length})`),
    el(
      'ul',
      {},
      lines.map((line) => el('li', {}, line)),
    ),
  );
}
