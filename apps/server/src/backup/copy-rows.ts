import pg from 'pg'

/** The parts of the driver's connection that COPY needs, missing from its types. */
interface CopyConnection {
  stream: NodeJS.WritableStream & NodeJS.ReadableStream & { writableNeedDrain: boolean }
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/**
 * Runs `copy … to stdout` and passes on each row as one line with its newline, in a buffer the driver reuses.
 * Returns the number of rows.
 */
export function copyOut(client: pg.ClientBase, statement: string, take: (line: Buffer) => Promise<void> | undefined) {
  return new Promise<number>((resolve, reject) => {
    let rows = 0
    let failure: unknown
    class CopyOut extends pg.Query {
      handleCopyData({ chunk }: { chunk: Buffer }, { stream }: CopyConnection): void {
        rows++
        const full = take(chunk)
        if (!full) return
        stream.pause()
        full.catch((error: unknown) => (failure = error)).finally(() => stream.resume())
      }
    }
    client.query(
      new CopyOut(statement, (error) => (error || failure ? reject(error ?? (failure as Error)) : resolve(rows))),
    )
  })
}

/** Runs `copy … from stdin` with these lines, including their newlines. Returns how many rows PostgreSQL accepted. */
export function copyIn(client: pg.ClientBase, statement: string, lines: AsyncIterable<Buffer>) {
  return new Promise<number>((resolve, reject) => {
    let failure: unknown
    async function send(connection: CopyConnection): Promise<void> {
      for await (const line of lines) {
        connection.sendCopyFromChunk(line)
        if (connection.stream.writableNeedDrain) await new Promise((resume) => connection.stream.once('drain', resume))
      }
    }
    class CopyIn extends pg.Query {
      handleCopyInResponse(connection: CopyConnection): void {
        send(connection).then(
          () => connection.endCopyFrom(),
          (error: unknown) => {
            failure = error
            connection.sendCopyFail('the file could not be read')
          },
        )
      }
    }
    client.query(
      new CopyIn(statement, (error, result) =>
        error ? reject(failure ?? error) : resolve((result as unknown as pg.QueryResult).rowCount ?? 0),
      ),
    )
  })
}
