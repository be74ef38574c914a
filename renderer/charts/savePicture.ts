import type { SaveRequest } from '../../contracts/shell.ts';
import { saveAs } from '../components/saveAs.ts';
import { fileStem } from '../data/table.ts';
import interUrl from '../look/fonts/inter-latin-wght-normal.woff2?url';
import type { DrawnPicture } from './drawPicture.tsx';
import { type Picture, type PictureFormat, pictureFormats } from './picture.ts';
import { withPngTexts } from './pngText.ts';

/** Saves a chart as a self-contained SVG, named by its width; text stays text. */
export async function saveSvg(picture: Picture, format: PictureFormat): Promise<void> {
  const stem = fileStem(picture.title, `${format.millimetres ?? format.width}mm`);
  await save(`${stem}.svg`, 'image/svg+xml', async () => (await drawn(picture, format)).svg);
}

/** Saves a chart as a PNG at double resolution, with a text description like the SVG's. */
export async function savePng(picture: Picture, format: PictureFormat): Promise<void> {
  await save(`${fileStem(picture.title)}.png`, 'image/png', () => pngOf(picture, format));
}

async function pngOf(picture: Picture, format: PictureFormat): Promise<Uint8Array<ArrayBuffer>> {
  const { svg, width, height } = await drawn(picture, format);
  const png = await rasterize(svg, width, height, 2);
  const { title, summary, footnotes } = picture;
  const texts = { Title: title, Description: summary, Comment: footnotes.join('\n') };
  return withPngTexts(png, { ...texts, Software: 'Wirebench' });
}

/**
 * Copies a picture for slides to the clipboard together with its text: a program pastes the picture,
 * the text, or both. Saves the picture if the browser cannot do that.
 * @returns whether it is on the clipboard.
 */
export async function copyWithPicture(text: string, picture: Picture): Promise<boolean> {
  const png = pngOf(picture, pictureFormats.screen);
  try {
    // Has to be called within the click, so slow parts are passed as promises.
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': png.then((bytes) => htmlOf(text, picture, bytes)),
        'image/png': png.then((bytes) => new Blob([bytes], { type: 'image/png' })),
      }),
    ]);
    return true;
  } catch {
    // An insecure page, or a browser without such a clipboard; the saved picture contains the text too.
    await savePng(picture, pictureFormats.screen);
    return false;
  }
}

async function htmlOf(text: string, { summary }: Picture, png: Uint8Array<ArrayBuffer>) {
  const image = document.createElement('img');
  image.src = await dataUrl(new Blob([png], { type: 'image/png' }));
  image.alt = summary;
  const lines = text.split('\n').map((line) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    return paragraph.outerHTML;
  });
  return new Blob([...lines, image.outerHTML], { type: 'text/html' });
}

function dataUrl(blob: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Draws with the window's font embedded. The renderer for pictures is loaded on first use. */
async function drawn(picture: Picture, format: PictureFormat): Promise<DrawnPicture> {
  const { drawPicture } = await import('./drawPicture.tsx');
  return drawPicture(picture, format, await fontRule());
}

function save(
  name: string,
  mediaType: string,
  make: () => Promise<SaveRequest['content']>,
): Promise<void> {
  return saveAs('The chart could not be saved', async () => ({
    name,
    mediaType,
    content: await make(),
  }));
}

async function rasterize(
  svg: string,
  width: number,
  height: number,
  scale: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width * scale, height * scale);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot export images.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await pngBytes(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function pngBytes(canvas: HTMLCanvasElement): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The image could not be encoded.');
  return new Uint8Array(await blob.arrayBuffer());
}

/**
 * A rule that embeds the window's font, so that a saved picture looks the same
 * elsewhere. Empty if the font cannot be read; the picture then names common fonts instead.
 */
async function fontRule(): Promise<string> {
  const answer = await fetch(interUrl);
  if (!answer.ok) return '';
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `@font-face{font-family:"Inter Variable";font-weight:100 900;src:url(data:font/woff2;base64,${btoa(binary)}) format("woff2")}`;
}
