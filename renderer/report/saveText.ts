/** Saves text from a page that stands by itself, as a download. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has to have started before its address goes away.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
