import Fastify from 'fastify'

// The reference for our answers: the least a Fastify server can do.

const http = Fastify()
http.get('/', async () => ({ hello: 'world' }))
console.log(`Hello is running at ${await http.listen({ port: 0, host: '127.0.0.1' })}`)
