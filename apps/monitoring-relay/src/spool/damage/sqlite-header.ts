const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');
/** All that is always the same, up to the fields that change: sizes in bytes of what stands in a header. */
const WRITE_AHEAD = 2;
const FRACTIONS = [64, 32, 32];
const SCHEMA_FORMAT = 4;
const UTF_8 = 1;

/**
 * Gives a file whose header cannot be read the one that a spool has, so that what follows can be. Others are returned as they are.
 * What is not known of it matters to who writes alone: the list of free pages is empty. Fields: https://www.sqlite.org/fileformat2.html#the_database_header
 */
export function withSoundHeader(file: Buffer, pageBytes: number, schemaVersion: number): Buffer {
  if (file.length < pageBytes || isHeader(file)) return file;
  const mended = Buffer.from(file);
  mended.fill(0, 0, 100);
  MAGIC.copy(mended);
  mended.writeUInt16BE(pageBytes, 16);
  mended.set([WRITE_AHEAD, WRITE_AHEAD, 0, ...FRACTIONS], 18);
  mended.writeUInt32BE(Math.floor(file.length / pageBytes), 28);
  mended.writeUInt32BE(SCHEMA_FORMAT, 44);
  mended.writeUInt32BE(UTF_8, 56);
  mended.writeUInt32BE(schemaVersion, 60);
  return mended;
}

function isHeader(file: Buffer): boolean {
  const fractions = Buffer.from(FRACTIONS);
  return file.subarray(0, 16).equals(MAGIC) && file.subarray(21, 24).equals(fractions);
}
