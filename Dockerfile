# One image for everything. `errata` runs all of Errata on SQLite, `errata renderer` and `errata relay` run one of the services,
# and `errata <command>` runs a command of an operator.
#
# test/support/image.ts carries this file out in folders, without an engine. The spec fails on an instruction or a RUN step that
# image.ts does not know.
#
# `docker buildx imagetools inspect node:26-slim` prints the digest of the newest build.

FROM node:26-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS build
WORKDIR /errata
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --include=dev
COPY . .
RUN npm run build
RUN npm prune --omit=dev
RUN node scripts/prune-packages.mjs node_modules dist/apps/renderer/src dist/apps/renderer/ssr dist/apps/monitoring-relay dist/libs

# The system without package managers and without setuid programs. The list of its packages stays for vulnerability scanners,
# and so do the licences.
FROM node:26-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS system
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* \
  /opt/yarn* /usr/local/include /usr/bin/apt* /usr/bin/dpkg* /usr/lib/apt /var/lib/apt /var/cache/* /var/log/* \
  /usr/share/man /usr/share/locale
RUN find / -xdev -perm /6000 -type f -exec chmod a-s {} +

FROM scratch
COPY --from=system / /
# HOST may be open to the network from the start: until Errata has an owner, only the printed link lets anybody in. SQLite's
# temporary files go to the volume, because a read-only container can write nowhere else.
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 ERRATA_OPEN=1 DATA_DIR=/data SQLITE_TMPDIR=/data
WORKDIR /errata
COPY --from=build /errata/node_modules ./node_modules
COPY --from=build /errata/package.json /errata/LICENSE ./
COPY --from=build /errata/scripts/image.mjs /errata/scripts/health.mjs ./scripts/
COPY --from=build /errata/scripts/support ./scripts/support
COPY --from=build /errata/dist ./dist
COPY --from=build /errata/docs ./docs
RUN ln -s /errata/scripts/image.mjs /usr/local/bin/errata
# A new volume takes over the owner of the folder on which it is mounted.
RUN install -d -o node -g node -m 0700 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000 3001
# A container is healthy while it takes reports, even when it cannot serve pages. A proxy that drops unhealthy containers would
# otherwise refuse reports as well. Engines before 25 do not know `--start-interval`, and no service waits for the first check.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=4 CMD ["node", "scripts/health.mjs"]
ENTRYPOINT ["errata"]
