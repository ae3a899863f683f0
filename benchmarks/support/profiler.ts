import type { Profile } from './flame-graph.ts'

/** Connects to a program started with `--inspect` on this port. */
export async function profilerAt(port: number) {
  const answer = await fetch(`http://127.0.0.1:${port}/json`)
  const [{ webSocketDebuggerUrl }] = (await answer.json()) as [{ webSocketDebuggerUrl: string }]
  const socket = new WebSocket(webSocketDebuggerUrl)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  let lastId = 0
  const send = (method: string, params = {}) =>
    new Promise<unknown>((resolve) => {
      const id = ++lastId
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data))
        if (answer.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(answer.result)
      }
      socket.addEventListener('message', listen)
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send('Profiler.enable')
  await send('Profiler.setSamplingInterval', { interval: 200 })
  return {
    async during(work: () => Promise<unknown>): Promise<Profile> {
      await send('Profiler.start')
      await work()
      return ((await send('Profiler.stop')) as { profile: Profile }).profile
    },
    close: () => socket.close(),
  }
}
