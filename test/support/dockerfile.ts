import { readFileSync } from 'node:fs';

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** Returns the stages of a Dockerfile in order. A stage without a name gets its number. */
export function readDockerfile(path: string): Stage[] {
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of toLogicalLines(readFileSync(path, 'utf8'))) {
    const [, name = '', text = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? [];
    if (name === 'FROM') {
      stages.push({
        name: / AS (?<name>\S+)$/.exec(text)?.groups?.['name'] ?? String(stages.length),
        instructions: [],
      });
    } else {
      stages.at(-1)?.instructions.push({ name, text });
    }
  }
  return stages;
}

function toLogicalLines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
