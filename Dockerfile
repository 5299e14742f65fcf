# One image, two commands: the renderer (default) and the relay.
#
# test/compose.e2e.spec.ts reads this file and makes the same production tree without an engine;
# it knows COPY, RUN, WORKDIR and ENV, and fails on an instruction it does not.

FROM node:26-slim AS build
WORKDIR /errata
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --include=dev
COPY . .
RUN npm run build
RUN npm prune --omit=dev
RUN node scripts/prune-packages.mjs node_modules

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /errata
COPY --from=build /errata/node_modules ./node_modules
COPY --from=build /errata/package.json ./
COPY --from=build /errata/dist ./dist
# Volumes take over the owner of the folder they are mounted on.
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000 3001
# Both say there whether reports can be taken: a proxy that drops a container by its health would else refuse them while
# only pages cannot be served. The relay is told its own port by compose. Nothing waits for the first answer, so that
# `--start-interval`, which engines before 25 do not know, is not missed.
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT ?? 3000}/health/intake`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/apps/renderer/src/supervised.js"]
