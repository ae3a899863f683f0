import Fastify from 'fastify'

// The least that a server of this kind can do: the reference of what ours answers.

const http = Fastify()
http.get('/', async () => ({ hello: 'world' }))
console.log(`Hello is running at ${await http.listen({ port: 0, host: '127.0.0.1' })}`)
