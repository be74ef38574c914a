import type { PublishedStudy, PublishedTable } from '../../contracts/published.ts';
import { type StudyName, studyLabels, studyNames } from '../../contracts/studies.ts';
import { edinburgh2022 } from './edinburgh-2022.ts';
import { isep2025 } from './isep-2025.ts';
import { kth2023 } from './kth-2023.ts';
import { kth2024 } from './kth-2024.ts';
import { readNumbers, type StudyReader, studyFactsSchema } from './source.ts';
import { vu2020 } from './vu-2020.ts';

const readers: Readonly<Record<StudyName, StudyReader>> = {
  'kth-2023': kth2023,
  'kth-2024': kth2024,
  'isep-2025': isep2025,
  'edinburgh-2022': edinburgh2022,
  'vu-2020': vu2020,
};

/** All published tables of a study, in the order of `studyTables`. */
export function publishedTables(study: StudyName): PublishedTable[] {
  return readers[study].tables(readNumbers(study));
}

/** @returns null when the study has no such table. */
export function publishedTable(study: StudyName, id: string): PublishedTable | null {
  return publishedTables(study).find((table) => table.id === id) ?? null;
}

/** A study with its tables, without their figures. */
export function publishedStudy(name: StudyName): PublishedStudy {
  const data = readNumbers(name);
  const heads = readers[name].tables(data).map(({ values: _, ...head }) => head);
  const facts = studyFactsSchema.parse(data);
  const { about } = readers[name];
  return { name, label: studyLabels[name], about, ...facts, tables: heads };
}

export function publishedStudies(): PublishedStudy[] {
  return studyNames.map(publishedStudy);
}
