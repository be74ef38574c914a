import type { Page } from 'playwright-core';

/** Drops a file on the window, as a user does from a folder. */
export async function dropFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const base64 = Buffer.from(bytes).toString('base64');
  await page.evaluate(
    `(() => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (sign) => sign.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], ${JSON.stringify(name)}));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()`,
  );
}
