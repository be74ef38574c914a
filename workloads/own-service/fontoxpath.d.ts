/** The part of fontoxpath in use: its own types would add those of a browser everywhere. */
interface Evaluate {
  /** @throws Error for an invalid XPath, and for one that cannot be evaluated. */
  (
    path: string,
    context: unknown,
    facade: object,
    variables: null,
    returnType: number,
    options: { readonly namespaceResolver: (prefix: string) => string | null },
  ): unknown;
  readonly ALL_RESULTS_TYPE: number;
}

declare const fontoxpath: { readonly evaluateXPath: Evaluate };
export default fontoxpath;
