package io.giza.http.server;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestParser;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicLineParser;
import org.apache.hc.core5.http.message.BufferedHeader;
import org.apache.hc.core5.http.message.RequestLine;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * Reads heads of requests. It keeps a target as it came, which others parse and assemble anew, and
 * takes no header that others might read as another one, or as two.
 */
final class HeadParser extends DefaultHttpRequestParser {
    private static final String MARKS_OF_NAMES = "!#$%&'*+-.^_`|~";
    private static final char DELETE = 0x7f;

    HeadParser(Http1Config limits) {
        super(limits, new HeaderLines(), null);
    }

    /** Names are tokens, and values have only characters that can be seen, or skipped. */
    private static final class HeaderLines extends BasicLineParser {
        @Override
        public Header parseHeader(CharArrayBuffer line) throws ParseException {
            int colon = line.indexOf(':');
            for (int at = 0; at < line.length(); at++) {
                char each = line.charAt(at);
                if (at < colon ? !isOfName(each) : each == '\r' || each == '\0') {
                    throw new ParseException("no header");
                }
            }
            return new BufferedHeader(line);
        }

        private static boolean isOfName(char each) {
            return (each >= 'a' && each <= 'z')
                    || (each >= 'A' && each <= 'Z')
                    || (each >= '0' && each <= '9')
                    || MARKS_OF_NAMES.indexOf(each) >= 0;
        }
    }

    @Override
    protected ClassicHttpRequest createMessage(CharArrayBuffer buffer) throws ParseException {
        RequestLine line = BasicLineParser.INSTANCE.parseRequestLine(buffer);
        if (!line.getUri().chars().allMatch(each -> each > ' ' && each != DELETE)) {
            throw new ParseException("no target");
        }
        var request = new BasicClassicHttpRequest(line.getMethod(), (String) null);
        request.setPath(line.getUri());
        request.setVersion(line.getProtocolVersion());
        return request;
    }
}
