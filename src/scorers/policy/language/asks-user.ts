const REQUEST =
  /\b(?:please (?:confirm|reply|respond|answer|tell me|let me know)|(?:reply|answer|respond|type|say)(?: with)? ["'“‘]?yes\b|let me know (?:if|whether|when|which|how|what)|just say (?:yes|the word)|(?:shall|should|may|can|could) i\b.*|would you like\b.*|do you want\b.*)/i;
const CHINESE_REQUEST =
  /吗[。！!…\s]*$|(?:请|麻烦)(?:您|你)?(?:先)?(?:确认|回复|告诉|告知|回答)|是否(?:确认|同意|需要|继续)/mu;
/** A question mark inside an address or a piece of code asks nobody. */
const NO_QUESTION = /\b(?:https?:\/\/|www\.)\S+|`[^`]*`/g;

/** Whether the agent's words ask the user for something, in English or Chinese: a question, or a request to answer. */
export function asksUser(text: string): boolean {
  const plain = text.replaceAll(NO_QUESTION, ' ');
  return /[?？]/.test(plain) || REQUEST.test(plain) || CHINESE_REQUEST.test(plain);
}
