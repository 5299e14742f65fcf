import type { ReactNode } from 'react';
import { FieldErrors } from '../forms/field-errors.tsx';

interface ProjectChoiceProps {
  readonly legend: string;
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  readonly chosen: readonly string[];
  readonly errors?: readonly string[] | undefined;
}

export function ProjectChoice({ legend, projects, chosen, errors }: ProjectChoiceProps): ReactNode {
  return (
    <fieldset aria-describedby="projects-errors" className="grid gap-1">
      <legend className="mb-1 text-sm text-quiet">{legend}</legend>
      {projects.map(({ id, name }) => (
        <label key={id} className="flex items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            name="projects[]"
            value={id}
            defaultChecked={chosen.includes(String(id))}
            className="size-4"
          />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </label>
      ))}
      <FieldErrors id="projects-errors" errors={errors} />
    </fieldset>
  );
}
