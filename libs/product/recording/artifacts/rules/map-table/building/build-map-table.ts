import type { TableHeader } from '../format/table-layout.ts';
import { placeAreas, writeHeader } from '../format/table-layout.ts';
import { MapFault } from '../parsing/map-fault.ts';
import type { ParsedMap } from '../parsing/parse-map.ts';
import { parseMap } from '../parsing/parse-map.ts';
import { walkSegments } from '../parsing/walk-segments.ts';
import { measureSegments } from './measure-segments.ts';
import { measureText } from './measure-text.ts';
import { SegmentWriter } from './segment-writer.ts';
import { TextWriter } from './text-writer.ts';

/**
 * Largest size of a table. A map of 50 MB has a table of some 90 MiB. A hostile map could need 400
 * MiB, so the size is computed before memory is allocated.
 */
const MAX_MIB = 128;

/**
 * Builds the binary table of a source map, which `MapTable` reads in place. docs/map-table.md
 * describes the format.
 *
 * Apart from `json`, only the result of `JSON.parse` and the table take much memory.
 *
 * @param json the text of a source map, with or without sections
 * @throws {MapFault} when the text is not a source map, is broken, or its table would be too
 *   large. `reason` is for the person who uploaded it
 */
export function buildMapTable(json: string): Uint8Array {
  const map = parseMap(json);
  const header = measureMap(map);
  const areas = placeAreas(header);
  if (areas.end > MAX_MIB * 1024 * 1024) {
    throw new MapFault(`The table of the map would be larger than ${MAX_MIB} MiB.`);
  }
  const bytes = new Uint8Array(areas.end);
  writeHeader(bytes, header);
  const segments = new SegmentWriter(bytes, header.widths, areas);
  walkSegments(map.parts, (segment) => segments.write(segment));
  segments.end();
  new TextWriter(bytes, areas).write(map);
  return bytes;
}

function measureMap(map: ParsedMap): TableHeader {
  const { file, debugId = '', names, sources } = map;
  const fileLength = measureText(file).bytes;
  let textLength = fileLength + debugId.length;
  let contentLineCount = 0;
  for (const name of names) textLength += measureText(name).bytes;
  for (const { path, content = '' } of sources) {
    const measures = measureText(content);
    textLength += measureText(path).bytes + measures.bytes;
    contentLineCount += measures.lineCount;
  }
  return {
    ...measureSegments(map.parts),
    sourceCount: sources.length,
    nameCount: names.length,
    contentLineCount,
    textLength,
    fileLength,
    debugIdLength: debugId.length,
  };
}
