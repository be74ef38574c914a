/** Maximum length of a request's description in the experiment file. */
const most = 500;

/** The first sentence of a description's prose; empty without prose. */
export function firstSentence(text: string | null | undefined): string {
  const plain = (text ?? '').slice(0, 20_000).replace(/\s+/g, ' ').trim();
  const sentence = /^.*?[.!?](?= [A-Z]|$)/.exec(plain)?.[0] ?? plain;
  return sentence.length <= most ? sentence : `${sentence.slice(0, most - 1)}…`;
}
