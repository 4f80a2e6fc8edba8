// Connects to a server, with TLS or without. docs/tls.md explains it.

#pragma once

#include <grpcpp/grpcpp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

inline constexpr char kHow[] =
    "Write CODE@HOST as the server prints it, or let KOIKOI_CERTIFICATE name a file with its\n"
    "certificate, or add --insecure without a code: then everybody on the network can read your "
    "cards.";
inline constexpr char kMismatch[] =
    ". If the server was started with --insecure, add --insecure here too.";
inline constexpr char kMismatchInsecure[] =
    ". If the server prints a code, write CODE@HOST and leave out --insecure.";

inline std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// HOST, HOST:PORT, an IPv6 address, or one in brackets with a port, as HOST:PORT or [IPv6]:PORT.
inline std::string WithPort(const std::string& address) {
  const auto colon = address.rfind(':');
  const bool bare = colon == std::string::npos || address.back() == ']' ||
                    (address.find(':') != colon && address[colon - 1] != ']');
  std::string host = bare ? address : address.substr(0, colon);
  if (host.find(':') != std::string::npos && host[0] != '[') host = "[" + host + "]";
  return host + ":" + (bare ? "50551" : address.substr(colon + 1));
}

// The gRPC target of HOST:PORT.
inline std::string Target(const std::string& where) {
  std::ostringstream target;
  target << "dns:///";  // a host may be called unix
  for (const unsigned char byte : where) {
    if (byte > ' ' && byte < 127 && byte != '%')
      target << byte;
    else
      target << '%' << std::hex << std::uppercase << byte / 16 << byte % 16;
  }
  return target.str();
}

using Certificate = std::shared_ptr<X509>;

// The certificate that a server shows, within five seconds. The channel will check that it is its
// own.
inline Certificate FetchCertificate(const std::string& where) {
  const std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> context(SSL_CTX_new(TLS_client_method()),
                                                             SSL_CTX_free);
  const std::unique_ptr<BIO, void (*)(BIO*)> connection(BIO_new_ssl_connect(context.get()),
                                                        BIO_free_all);
  SSL* tls = nullptr;
  BIO_get_ssl(connection.get(), &tls);
  BIO_set_conn_hostname(connection.get(), where.c_str());
  const auto before = std::signal(SIGPIPE, SIG_IGN);  // if the server closes the connection
  BIO_set_nbio(connection.get(), 1);
  const auto deadline = std::time(nullptr) + 5;
  bool done;
  do done = BIO_do_handshake(connection.get()) == 1;
  while (!done && BIO_should_retry(connection.get()) &&
         BIO_wait(connection.get(), deadline, 10) == 1);
  std::signal(SIGPIPE, before);
  if (!done)
    throw std::runtime_error("Cannot connect to " + where + " with TLS" + kMismatch);
  return {SSL_get1_peer_certificate(tls), X509_free};
}

inline Certificate ReadCertificate(const std::string& path) {
  const std::unique_ptr<BIO, int (*)(BIO*)> file(BIO_new_file(path.c_str(), "r"), BIO_free);
  if (!file)
    throw std::runtime_error("Cannot read the certificate in " + path + ": " +
                             std::strerror(errno) + ".");
  X509* found = PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr);
  if (!found) throw std::runtime_error("There is no certificate in " + path + ".");
  return {found, X509_free};
}

inline std::string Pem(const Certificate& certificate) {
  const std::unique_ptr<BIO, int (*)(BIO*)> memory(BIO_new(BIO_s_mem()), BIO_free);
  PEM_write_bio_X509(memory.get(), certificate.get());
  char* text = nullptr;
  const auto size = BIO_get_mem_data(memory.get(), &text);
  return std::string(text, size);
}

// The code of a certificate: the SHA-256 digest of its DER, as 16 digits of base 24.
inline std::string CodeOf(const Certificate& certificate) {
  unsigned char digest[32];
  X509_digest(certificate.get(), EVP_sha256(), digest, nullptr);
  std::string code;
  for (int place = 0; place < 16; ++place) {
    unsigned rest = 0;
    for (auto& byte : digest) {  // divide the digest, a big number, by 24
      rest = rest * 256 + byte;
      byte = rest / 24;
      rest %= 24;
    }
    if (place && place % 4 == 0) code = "-" + code;
    code = "ABCDEFGHJKLMNPQRSTUVWXYZ"[rest] + code;
  }
  return code;
}

// Throws if the two codes differ. People may type small letters, or leave out the hyphens.
inline void Compare(const std::string& source, const std::string& found, const std::string& code) {
  const auto letters = [](const std::string& text) {
    std::string all;
    for (const unsigned char each : text)
      if (each != '-') all += std::toupper(each);
    return all;
  };
  if (letters(found) != letters(code))
    throw std::runtime_error("The code of " + source + " is " + found + ", not " + code +
                             ": this is another server, or its certificate is new.");
}

// A channel that accepts only the server's certificate, and a function to call when the server is
// unavailable: it throws if its certificate is another one now.
struct Connection {
  std::shared_ptr<grpc::Channel> channel;
  std::function<void()> check;
};

// Connects to the server at CODE@HOST[:PORT].
inline Connection Connect(const std::string& address, bool insecure) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 8000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 4000);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 3000);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  const auto at = address.rfind('@');
  const std::string code = at == std::string::npos ? "" : address.substr(0, at);
  const std::string where = WithPort(address.substr(at + 1));  // npos + 1 is 0
  const std::string file = Environment("KOIKOI_CERTIFICATE");
  if (insecure == !(code + file).empty()) throw std::runtime_error(kHow);
  if (insecure)
    return {grpc::CreateCustomChannel(Target(where), grpc::InsecureChannelCredentials(), arguments),
            [] {}};
  const Certificate found = file.empty() ? FetchCertificate(where) : ReadCertificate(file);
  const std::string expected = CodeOf(found);
  Compare(file.empty() ? where : file, expected, code.empty() ? expected : code);
  const auto check = [where, expected] {
    std::string now = expected;
    try {
      now = CodeOf(FetchCertificate(where));
    } catch (const std::runtime_error&) {  // nothing answers
    }
    Compare(where, now, expected);
  };
  arguments.SetSslTargetNameOverride("koikoi");  // the name in all certificates
  const auto only = grpc::SslCredentials({Pem(found), "", ""});
  return {grpc::CreateCustomChannel(Target(where), only, arguments), check};
}
