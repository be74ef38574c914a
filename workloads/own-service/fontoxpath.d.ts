/** What we use of fontoxpath: its own types would bring those of a browser along, for everything. */
interface Evaluate {
  /** @throws Error for what is no XPath, and for what cannot be evaluated. */
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
