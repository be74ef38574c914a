/** The documentation, read and taken apart by the build; see `scripts/support/help-pages.ts`. */
declare module 'virtual:help-pages' {
  export const helpPages: readonly import('./helpPage.ts').HelpPage[];
}
