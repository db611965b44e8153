const ENGLISH =
  /\b(?:actually|on second thoughts?|(?:i(?:'ve| have)? )?changed? my mind|instead|no,? wait|wait,? no|never ?mind|scratch that|forget (?:it|that|about)|i meant|correction|sorry,? (?:i mean|not|wrong)|rather|let's not|make (?:it|that))\b/i;
const CHINESE = /其实|算了|改成|改为|改主意|还是[^有不在]|换成|等等|不要了|说错了|更正|应该是|不对/;

/** Whether words take back what was said before: "actually, …", "算了". English and Chinese. */
export function changesMind(text: string): boolean {
  return ENGLISH.test(text.replaceAll('’', "'")) || CHINESE.test(text);
}
