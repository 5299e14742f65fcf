import type { z } from 'zod';
import type { Right } from '#product/people/accounts/rules';
import type { Access } from '../../../people/accounts/index.ts';
import type { toolInputs } from './tool-inputs.ts';

export type ToolName = keyof typeof toolInputs;
export type ToolInput<Name extends ToolName> = z.infer<(typeof toolInputs)[Name]>;

/** A tool of assistants. */
export interface Tool<Name extends ToolName> {
  readonly title: string;
  /** The assistant chooses by it. */
  readonly description: string;
  /** Only tokens with this right, in any project, are offered the tool, which asks for the right itself as well. */
  readonly right?: Right;
  readonly changes?: true;
  /** Ends in Markdown. Throws an `HttpException` whose message is for the assistant. */
  readonly run: (access: Access, input: ToolInput<Name>) => Promise<string>;
}

export type Tools<Name extends ToolName = ToolName> = { readonly [Key in Name]: Tool<Key> };
