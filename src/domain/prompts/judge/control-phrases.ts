/** What a control says of a talk. `word` and `tool` are taken from the talk and the project. */
export type ControlClaim =
  | { kind: 'uses'; about: 'user' | 'agent'; word: string }
  | { kind: 'calls'; tool: string }
  | { kind: 'begins'; about: 'user' | 'agent' }
  | { kind: 'acts' };

export type ControlPhrases = {
  uses(about: 'user' | 'agent', word: string): string;
  calls(tool: string): string;
  begins(about: 'user' | 'agent'): string;
  acts: string;
};

/** The words of controls: statements that code makes, and whose answer it knows. */
export const controlPhrases: Readonly<Record<'en' | 'zh', ControlPhrases>> = {
  en: {
    uses: (about, word) => `The ${about} writes "${word}" in a message.`,
    calls: (tool) => `The agent calls the tool ${tool}.`,
    begins: (about) => `The ${about} is the first of the two to write a message.`,
    acts: 'Somebody says or does something.',
  },
  zh: {
    uses: (about, word) => `${about === 'agent' ? '客服' : '用户'}在消息中写了“${word}”。`,
    calls: (tool) => `客服调用了工具 ${tool}。`,
    begins: (about) => `双方中${about === 'agent' ? '客服' : '用户'}先发消息。`,
    acts: '有人说了话或做了事。',
  },
};

/** What the statement claims, where it has the words of a control. */
export function readControl(text: string): ControlClaim | undefined {
  for (const say of Object.values(controlPhrases)) {
    const tool = gapIn(text, say.calls(GAP));
    if (tool !== undefined) return { kind: 'calls', tool };
    for (const about of ['agent', 'user'] as const) {
      const word = gapIn(text, say.uses(about, GAP));
      if (word !== undefined) return { kind: 'uses', about, word };
      if (text === say.begins(about)) return { kind: 'begins', about };
    }
    if (text === say.acts) return { kind: 'acts' };
  }
  return undefined;
}

const GAP = '\u0000';

/** What stands in the place of the gap; undefined when the rest does not fit, or nothing stands there. */
function gapIn(text: string, phrase: string): string | undefined {
  const [before = '', after = ''] = phrase.split(GAP);
  const isFit = text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
  return isFit ? text.slice(before.length, text.length - after.length) : undefined;
}
