-- Takes seed, records, token, then method, path and body of each request; requests are picked at random. {id} in a path is
-- any incident, {nnnn} in the body a number of six digits, so that every PATCH changes something.
local requests = {}
local records

function init(args)
  math.randomseed(tonumber(args[1]))
  records = tonumber(args[2])
  for n = 4, #args, 3 do
    local body = args[n + 2]
    local headers = { ["Authorization"] = "Bearer " .. args[3] }
    if body == "" then body = nil else headers["Content-Type"] = "application/json" end
    -- The request is formatted once, because wrk shares the cores with the service that it measures.
    local whole = wrk.format(args[n], args[n + 1], headers, body)
    local from, to = whole:find("{id}", 1, true)
    local request = { head = whole }
    if from then request = { head = whole:sub(1, from - 1), tail = whole:sub(to + 1) } end
    requests[#requests + 1] = request
  end
end

function request()
  local one = requests[math.random(#requests)]
  if not one.tail then return one.head end
  local tail = one.tail
  if tail:find("{nnnn}", 1, true) then
    tail = tail:gsub("{nnnn}", string.format("%06d", math.random(999999)))
  end
  return one.head .. string.format("INC%07d", math.random(records)) .. tail
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"requests":%d,"microseconds":%d,"failed":%d,"p50":%d,"p95":%d,"p99":%d}\n', summary.requests,
    summary.duration, e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50),
    latency:percentile(95), latency:percentile(99)))
end
