export const ACTION_METADATA = Symbol('errata.action');

export interface ActionMetadata {
  readonly name: string;
  readonly of?: readonly string[];
  readonly maxBytes: number;
  readonly files: boolean;
  readonly isRepeatable: boolean;
  readonly signsIn: boolean;
  readonly showsResult: boolean;
  readonly invalidates?: (result: unknown) => readonly string[];
}

export function getActionMetadata(method: object): ActionMetadata | undefined {
  return Reflect.getMetadata(ACTION_METADATA, method) as ActionMetadata | undefined;
}
