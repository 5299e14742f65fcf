import { BadRequestException, Injectable } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { isReleaseVersion } from '#product/recording/releases/rules';
import { VERSION_SENTENCE } from './release.dto.ts';

@Injectable()
export class VersionPipe implements PipeTransform<string, string> {
  transform(version: string): string {
    if (!isReleaseVersion(version)) throw new BadRequestException(VERSION_SENTENCE);
    return version;
  }
}
