const secretNames =
  /^(?:sig|signature|pwd|sid)$|auth(?!or(?!i[sz])|enticate$)|token|secret|api[-_]?key|session|csrf|xsrf|passw|cookie|jwt/i;

/** Whether a header, a parameter or a value of this name is likely to be secret. */
export const isSecretName = (name: string): boolean => secretNames.test(name);
