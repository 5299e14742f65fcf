import type { Choices } from '#shared';
import type { ReactNode } from 'react';
import { FieldErrors } from '../forms/field-errors.tsx';
import { toPair, TypedField } from '../forms/searched-select.tsx';

interface ProjectChoiceProps {
  readonly legend: string;
  /** Slugs with names. */
  readonly projects: Choices;
  /** Slugs, or what was typed. */
  readonly chosen: readonly string[];
  readonly errors?: readonly string[] | undefined;
}

/** Checkboxes for projects, or a field for many. The action reads it by `readChosenProjects`. */
export function ProjectChoice({ legend, projects, chosen, errors }: ProjectChoiceProps): ReactNode {
  if (projects.isTyped) {
    return (
      <TypedField
        name="projects[]"
        label={legend}
        hint="Names or slugs, with commas between them."
        values={[]}
        offers="project"
        isSeveral
        defaultValue={chosen.join(', ')}
        errors={errors}
      />
    );
  }
  return (
    <fieldset aria-describedby="projects-errors" className="grid gap-1">
      <legend className="mb-1 text-sm text-quiet">{legend}</legend>
      {projects.values.map(toPair).map(([slug, name]) => (
        <label key={slug} className="flex items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            name="projects[]"
            value={slug}
            defaultChecked={chosen.includes(slug)}
            className="size-4"
          />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </label>
      ))}
      <FieldErrors id="projects-errors" errors={errors} />
    </fieldset>
  );
}
