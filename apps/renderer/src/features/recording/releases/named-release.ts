import { BadRequestException, createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isReleaseVersion } from '#product/recording/releases/rules';
import { VERSION_SENTENCE } from './release.dto.ts';

export interface NamedRelease {
  readonly version: string;
  /** Slug or id of an address below `/projects`: the release has to be one of this project. */
  readonly project?: string;
}

/** Injects the release that the address names. Answers 400 for an invalid version. */
export const NamedRelease = createParamDecorator(
  (_: unknown, context: ExecutionContext): NamedRelease => {
    const { params } = context.switchToHttp().getRequest<Request>();
    const { version, project } = params as { readonly version: string; readonly project?: string };
    if (!isReleaseVersion(version)) throw new BadRequestException(VERSION_SENTENCE);
    return { version, project };
  },
);
