import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/** Configuration of electron-builder for the staged folders; see docs/desktop.md. */
export function builderConfig({ app, engine, licences, output, electronDist, electronVersion }) {
  return {
    appId: 'org.wirebench.desktop',
    productName: 'Wirebench',
    copyright: 'MIT licence',
    directories: { app, output, buildResources: join(root, 'electron', 'icons') },
    // The app has none; without this, those of the project would be used.
    files: ['**/*', '!node_modules{,/**/*}', '!**/node_modules/**'],
    asar: true,
    // The engine includes its own Node and packages built for it.
    npmRebuild: false,
    nodeGypRebuild: false,
    electronDist,
    electronVersion,
    electronLanguages: ['en-US', 'en-GB', 'en'],
    // Not as extra resources: electron-builder leaves packages out of those.
    afterPack: ({ appOutDir, packager }) => {
      const resources = packager.getResourcesDir(appOutDir);
      cpSync(engine, join(resources, 'engine'), { recursive: true });
      cpSync(licences, join(resources, 'licences'), { recursive: true });
    },
    fileAssociations: [
      {
        ext: 'bench.yaml',
        name: 'Wirebench experiment',
        description: 'Wirebench experiment',
        mimeType: 'application/x-wirebench-experiment',
        role: 'Editor',
      },
      {
        ext: 'wbrun',
        name: 'Wirebench run',
        description: 'Wirebench run',
        mimeType: 'application/x-wirebench-run',
        role: 'Viewer',
      },
    ],
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      // The window's pages come from a scheme of the app.
      ...(Number.parseInt(electronVersion, 10) >= 29
        ? { grantFileProtocolExtraPrivileges: false }
        : {}),
      // An ad-hoc signature does not survive the change of fuses.
      resetAdHocDarwinSignature: process.platform === 'darwin' && process.arch === 'arm64',
    },
    publish: null,
    linux: {
      target: ['AppImage', 'dir'],
      executableName: 'wirebench',
      category: 'Development',
      synopsis: 'Measures which API protocol is faster, and why',
      icon: join(root, 'electron', 'icons', 'icon.png'),
      maintainer: 'Wirebench',
    },
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.developer-tools',
      hardenedRuntime: true,
      icon: join(root, 'electron', 'icons', 'icon.png'),
      binaries: ['Contents/Resources/engine/bin/node'],
    },
    win: { target: ['nsis'], icon: join(root, 'electron', 'icons', 'icon.png') },
    nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  };
}
