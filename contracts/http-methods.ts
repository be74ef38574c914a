/** Methods that only read (RFC 9110, 9.2.1), and QUERY. */
const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'QUERY'];

/** Whether a method, in capitals, only reads. */
export const isReading = (method: string) => readingMethods.includes(method);
