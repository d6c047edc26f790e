package io.giza.http.server;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestParser;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicLineParser;
import org.apache.hc.core5.http.message.RequestLine;
import org.apache.hc.core5.util.CharArrayBuffer;

/** Reads heads of requests. It keeps a target as it came, which others parse and assemble anew. */
final class HeadParser extends DefaultHttpRequestParser {
    HeadParser(Http1Config limits) {
        super(limits);
    }

    @Override
    protected ClassicHttpRequest createMessage(CharArrayBuffer buffer) throws ParseException {
        RequestLine line = BasicLineParser.INSTANCE.parseRequestLine(buffer);
        var request = new BasicClassicHttpRequest(line.getMethod(), (String) null);
        request.setPath(line.getUri());
        request.setVersion(line.getProtocolVersion());
        return request;
    }
}
