/** Verbs with which sentences tell their reader what to do. */
const orders =
  /^(?:Add|Check|Choose|Compare|Give|Leave|Let|Look|Make|Measure|Name|Open|Repeat|Run|Send|Set|Settle|Start|Use|Verify|Wait|Warm|Write)\b/;
/** Ends of sentences, which abbreviations and numbers are not. */
const betweenSentences = /(?<=[\p{L}\d)%”"][.!?]) (?=[\p{Lu}“"])/u;

/**
 * What a text says, without telling its reader what to do: who reads a report did not write the experiment.
 * @returns empty where nothing else is left.
 */
export function factsOnly(text: string): string {
  return text
    .split(betweenSentences)
    .filter((sentence) => !orders.test(sentence))
    .map((sentence) => sentence.replace(/: (?:repeat|set|use|add|let|measure|go) [^.]*\.$/, '.'))
    .join(' ');
}
