import { countContainers } from '#shared';
import { toDebugId } from '../debug-id.ts';
import { MapFault } from './map-fault.ts';
import { MAX_NUMBER } from './mappings-cursor.ts';
import { resolveSource } from './resolve-source.ts';

/**
 * Largest number of objects and lists in a map. A map of 10,000 sections has 70,000 of them, and
 * React Native adds some for each source.
 */
const MAX_CONTAINERS = 1_000_000;
const MAX_SECTIONS = 10_000;
const MAX_SOURCES = 1_000_000;
const MAX_NAMES = 4_000_000;
/**
 * Characters that all paths together may have. `sourceRoot` is put before each source, so a small
 * map could ask for gigabytes.
 */
const MAX_PATHS_CHARACTERS = 64_000_000;
/** Frames show paths and names in full, so longer ones are cut. */
const MAX_PATH_CHARACTERS = 4096;
const MAX_NAME_CHARACTERS = 1024;

export interface MapSource {
  /** Empty for a source without a name. */
  readonly path: string;
  readonly content?: string;
  readonly isIgnored: boolean;
}

/** The mappings of a section, or of the whole map. Lines and columns count from 0. */
export interface MapPart {
  readonly mappings: string;
  readonly start: Position;
  end: Position;
  /** Indexes of the part's first source and first name in the lists of the whole map. */
  readonly firstSource: number;
  readonly sourceCount: number;
  readonly firstName: number;
  readonly nameCount: number;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

export interface ParsedMap {
  readonly parts: readonly MapPart[];
  readonly sources: readonly MapSource[];
  readonly names: readonly string[];
  readonly file: string;
  readonly debugId: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const MAP_START: Position = { line: 0, column: 0 };
const MAP_END: Position = { line: Infinity, column: 0 };

/**
 * Parses a source map of revision 3 (ECMA-426), with or without `sections`. Does not read the
 * mappings yet.
 *
 * @throws {MapFault} when the text is not a source map
 */
export function parseMap(json: string): ParsedMap {
  const fields = parseFields(json);
  if (fields['version'] !== 3 && fields['version'] !== '3') {
    throw new MapFault('The file is no source map of version 3.');
  }
  const parser = new PartParser();
  if (fields['sections'] === undefined) parser.addMap(fields, MAP_START);
  else addSections(fields['sections'], parser);
  return {
    parts: parser.parts,
    sources: parser.sources,
    names: parser.names,
    file: toPath(fields['file']),
    debugId: toDebugId(fields['debugId']) ?? toDebugId(fields['debug_id']),
  };
}

function parseFields(json: string): Fields {
  if (countContainers(json) > MAX_CONTAINERS) {
    throw new MapFault('The file has more objects and lists than any source map.');
  }
  try {
    const value: unknown = JSON.parse(withoutGuard(json));
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new MapFault('The file is no JSON object, so it is no source map.');
}

/**
 * Removes a byte order mark, and the `)]}'` that some servers put before JSON so that no page can
 * run it as a script.
 */
function withoutGuard(json: string): string {
  const start = json.startsWith('\u{FEFF}') ? 1 : 0;
  if (!json.startsWith(")]}'", start)) return start === 0 ? json : json.slice(start);
  return json.slice(Math.max(0, json.indexOf('{')));
}

function addSections(sections: unknown, parser: PartParser): void {
  if (!Array.isArray(sections)) throw new MapFault('`sections` is no list.');
  if (sections.length > MAX_SECTIONS) {
    throw new MapFault(`The map has more than ${MAX_SECTIONS.toLocaleString('en')} sections.`);
  }
  for (const section of sections as readonly unknown[]) {
    if (!isObject(section)) throw new MapFault('A section is no object.');
    if (section['url'] !== undefined) {
      throw new MapFault('A section refers to another file by `url`, and nothing is fetched.');
    }
    const { map } = section;
    if (!isObject(map)) throw new MapFault('A section has no `map`.');
    if (map['sections'] !== undefined) throw new MapFault('A section has sections itself.');
    parser.addMap(map, toOffset(section['offset']));
  }
}

function toOffset(offset: unknown): Position {
  const { line, column } = isObject(offset) ? offset : {};
  if (isOffset(line) && isOffset(column)) return { line, column };
  throw new MapFault('The `offset` of a section is no line and column.');
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_NUMBER;
}

class PartParser {
  readonly parts: MapPart[] = [];
  readonly sources: MapSource[] = [];
  readonly names: string[] = [];
  #pathsCharacters = 0;

  addMap(fields: Fields, start: Position): void {
    const { mappings, sources } = fields;
    if (typeof mappings !== 'string') throw new MapFault('The map has no `mappings`.');
    if (!Array.isArray(sources)) throw new MapFault('The map has no `sources`.');
    this.#endPart(start);
    const names = fields['names'] ?? [];
    if (!Array.isArray(names)) throw new MapFault('`names` is no list.');
    if (this.names.length + names.length > MAX_NAMES) {
      throw new MapFault(`The map has more than ${MAX_NAMES.toLocaleString('en')} names.`);
    }
    this.parts.push({
      mappings,
      start,
      end: MAP_END,
      firstSource: this.sources.length,
      sourceCount: sources.length,
      firstName: this.names.length,
      nameCount: names.length,
    });
    this.#addSources(sources, fields);
    for (const name of names) this.names.push(toCut(name, MAX_NAME_CHARACTERS));
  }

  /**
   * Sections must stand in the order of their offsets. A section ends where the next one begins.
   */
  #endPart(start: Position): void {
    const before = this.parts.at(-1);
    if (!before) return;
    const { line, column } = before.start;
    if (start.line < line || (start.line === line && start.column < column)) {
      throw new MapFault('The sections are not in the order of their offsets.');
    }
    before.end = start;
  }

  #addSources(sources: readonly unknown[], fields: Fields): void {
    if (this.sources.length + sources.length > MAX_SOURCES) {
      throw new MapFault(`The map has more than ${MAX_SOURCES.toLocaleString('en')} sources.`);
    }
    const root = toPath(fields['sourceRoot']);
    const contents = toList(fields['sourcesContent']);
    const ignored = new Set(toList(fields['ignoreList'] ?? fields['x_google_ignoreList']));
    for (const [index, source] of sources.entries()) {
      const path = typeof source === 'string' ? this.#resolvePath(toPath(source), root) : '';
      const content = contents[index];
      this.sources.push({
        path,
        content: typeof content === 'string' ? content : undefined,
        isIgnored: ignored.has(index),
      });
    }
  }

  #resolvePath(source: string, root: string): string {
    this.#pathsCharacters += root.length + source.length;
    if (this.#pathsCharacters > MAX_PATHS_CHARACTERS) {
      throw new MapFault('The paths of the sources are too long altogether.');
    }
    return toPath(resolveSource(source, root));
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toCut(value: unknown, maxCharacters: number): string {
  if (typeof value !== 'string') return '';
  return value.length > maxCharacters ? value.slice(0, maxCharacters) : value;
}

function toPath(value: unknown): string {
  return toCut(value, MAX_PATH_CHARACTERS);
}
