/** What a sentence does. Only a `statement` claims that something is so. */
export type SpeechAct = 'statement' | 'question' | 'offer' | 'request' | 'advice' | 'example' | 'greeting';

const QUESTION =
  /[?？]["')\]]*$|(?:[吗呢么]|是否|是不是|要不要|好不好|行不行)[。.!！]?$|(?:需要|想要?|愿意|可以)我?.{0,30}[吗么]|^(?:would|could|can|do|does|did|is|are|have|has|which|what|when|where|who|how|shall|should|may)\b.{0,400}\?/i;
const OPENED_BY_CONDITION = /^(?:if|in case|once|when|whenever|unless|should)\b|^(?:如果|若|假如|要是|一旦)/i;
const SECOND_PERSON_MODAL =
  /\b(?:you|u)(?:'d| would| could| can| may| might| should| must| need to| want to| wish to| prefer)\b|您?(?:可以|需要|应该|不妨|最好(?!的)|请)/i;
/** A verb in its base form at the head: an instruction. Auxiliaries and nouns that look like one are told apart by what follows. */
const IMPERATIVE =
  /^(?:please|kindly|let me know|let us know|feel free|make sure|be sure|note that you|don't|do not|go to|try|check|tell me|give me|send me|provide|confirm|reply|choose|select|tap|press|click|open|turn|contact|visit|ensure|remember|look|see if|keep|wait|follow|enter|type|use|share|specify|pick|swipe|restart|reboot|toggle|ask)\b|^(?:请|麻烦|劳驾|您?先|烦请|建议)/i;
const REQUEST_INSIDE =
  /\b(?:please|kindly) (?:\w+ ){0,2}(?:confirm|provide|tell|let|share|reply|choose|select|specify|give|send|check|note|advise|respond)\b|\b(?:let me know|could you|can you|would you)\b|请(?:提供|确认|告知|告诉|回复|选择|问|您)/i;
const OFFER =
  /\b(?:i|we)(?:'d| would| can| could|'ll be (?:happy|glad)| am able| are able|'m able|'m happy| am happy| will be happy| could also| can also)\b(?! see\b)(?! confirm that\b)|\b(?:happy|glad) to\b|\bwould you like\b|\bdo you want me\b|我(?:们)?(?:也|还)?(?:可以|能够?|会)?(?:帮|为|替)您|我(?:们)?(?:也|还)?(?:可以|能)|(?:要|需要)我/i;
const DONE_INSIDE = /\b(?:have|has|had|was|were)\b(?! to\b)|已经?|了/;
const EXAMPLE =
  /(?:\be\.g\.|\bfor example\b|\bfor instance\b|\bsuch as\b|\blike\b(?= #?[A-Za-z]*\d)|比如|例如|譬如|举例|诸如|(?:格式|形如)(?:为|是|:|：))/i;
const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|thanks|thank you|you're welcome|welcome|goodbye|bye|have a (?:nice|great|good)|take care|sorry|my apologies|您好|你好|谢谢|感谢|再见|不客气|祝您?)\b.{0,60}$/i;

/** Decides by the build of a sentence: its mark, its mood, who is asked to do what. */
export function speechActOf(sentence: string): SpeechAct {
  const text = sentence.trim();
  if (QUESTION.test(text))
    return /\b(?:shall|should|can|may|would you like me|want me|like me)\b|我(?:帮|为|来|给)/i.test(text)
      ? 'offer'
      : 'question';
  if (GREETING.test(text) && !/\d/.test(text)) return 'greeting';
  if (OPENED_BY_CONDITION.test(text)) return conditionAct(text);
  if (IMPERATIVE.test(text)) return 'request';
  if (REQUEST_INSIDE.test(text)) return 'request';
  if (OFFER.test(text) && !DONE_INSIDE.test(text)) return 'offer';
  if (SECOND_PERSON_MODAL.test(text) && !DONE_INSIDE.test(text)) return 'advice';
  return 'statement';
}

/** `if you like, I can …` offers; `when your order ships, we email you` tells a rule and stays a statement. */
function conditionAct(text: string): SpeechAct {
  if (REQUEST_INSIDE.test(text)) return 'request';
  if (OFFER.test(text)) return 'offer';
  return SECOND_PERSON_MODAL.test(text) || /^(?:if|如果|若|要是)/i.test(text) ? 'advice' : 'statement';
}

/** Where an example begins in a sentence, so that only what follows is one; -1 when there is none. */
export function exampleStart(sentence: string): number {
  return EXAMPLE.exec(sentence)?.index ?? -1;
}
