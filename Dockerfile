# One image. `errata` runs all of Errata on SQLite, `errata renderer` and `errata relay` one of the services, and
# `errata <command>` a command of an operator.
#
# test/support/image.ts carries this file out in folders, without an engine; it knows COPY, RUN, WORKDIR and ENV, and fails
# on an instruction or a step that it does not know.

FROM node:26-slim AS build
WORKDIR /errata
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --include=dev
COPY . .
RUN npm run build
RUN npm prune --omit=dev
RUN node scripts/prune-packages.mjs node_modules dist/apps/renderer/src dist/apps/renderer/ssr dist/apps/monitoring-relay dist/libs

# The system without package managers, and without programs that run as root. The list of its packages stays, for those who look
# for vulnerable ones, and so do their licences.
FROM node:26-slim AS system
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* \
  /opt/yarn* /usr/local/include /usr/bin/apt* /usr/bin/dpkg* /usr/lib/apt /var/lib/apt /var/cache/* /var/log/* \
  /usr/share/man /usr/share/locale
RUN find / -xdev -perm /6000 -type f -exec chmod a-s {} +

FROM scratch
COPY --from=system / /
# HOST is open to the network from the start: until somebody owns Errata, only the printed link lets anybody in. SQLite's temporary
# files go where a read-only container can write.
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 ERRATA_OPEN=1 DATA_DIR=/data SQLITE_TMPDIR=/data
WORKDIR /errata
COPY --from=build /errata/node_modules ./node_modules
COPY --from=build /errata/package.json /errata/LICENSE ./
COPY --from=build /errata/scripts/image.mjs /errata/scripts/health.mjs ./scripts/
COPY --from=build /errata/scripts/support ./scripts/support
COPY --from=build /errata/dist ./dist
COPY --from=build /errata/docs ./docs
RUN ln -s /errata/scripts/image.mjs /usr/local/bin/errata
# Volumes take over the owner of the folder they are mounted on.
RUN install -d -o node -g node -m 0700 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000 3001
# Both services say there whether reports can be taken: a proxy that drops a container by its health would else refuse them while
# only pages cannot be served. Nothing waits for the first answer, so that
# `--start-interval`, which engines before 25 do not know, is not missed.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=4 CMD ["node", "scripts/health.mjs"]
ENTRYPOINT ["errata"]
