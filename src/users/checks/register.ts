type Register = 'formal' | 'casual' | 'rude';

/** Words that belong to another register. English and Chinese; what is not listed belongs to all. */
const FOREIGN: Readonly<Record<Register, readonly RegExp[]>> = {
  formal: [
    /\b(?:gonna|wanna|gotta|gimme|lemme|dunno|u|ur|pls|plz|thx|lol|omg|wtf|btw|hey|yo|yeah|yep|nope|dude|bro|damn|crap|shit|fuck\w*|sucks?)\b/i,
    /\p{Extended_Pictographic}|!!|[?？][!！]|!\?/u,
    /[哈呵嘿]{2,}|卧槽|我靠|咋|啥|搞毛|老铁|亲(?![爱自戚属密])/,
  ],
  casual: [
    /\b(?:dear (?:sir|madam|sirs)|yours (?:sincerely|faithfully)|i would be (?:most )?grateful|i hereby|i should like to|would you be so kind|at your earliest convenience|with reference to)\b/i,
    /尊敬的|敬请|贵公司|此致|敬礼|谨此|烦请|承蒙/,
  ],
  rude: [
    /\b(?:please|thank(?:s| you)|kindly|appreciate|would you mind|if possible|grateful|pleasure)\b/i,
    /请(?![假求教客愿示问])|谢谢|感谢|麻烦[您你]|劳驾|不好意思|抱歉|您/,
  ],
};

/** What in a text belongs to another register than the wanted one; undefined where nothing plainly does. */
export function registerFault(text: string, register: Register): string | undefined {
  for (const pattern of FOREIGN[register]) {
    const found = pattern.exec(text.replaceAll('’', "'"))?.[0];
    if (found !== undefined) return `wrote "${found}", which is not ${register}`;
  }
  return undefined;
}
