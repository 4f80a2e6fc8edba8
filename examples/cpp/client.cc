// A client that uses nothing but the proto files, grpc++, protobuf and OpenSSL. It contains no rules
// and no sentences of any game.
//
//   client SERVER NAME list
//   client SERVER NAME create GAME SEAT ... [OPTION=CHOICE ...]      SEAT: a computer, or -
//   client SERVER NAME join TABLE|-    (-: a match at each table named on standard input)
//
// SERVER is CODE@HOST[:PORT], as the server prints it. HOST[:PORT] is enough if KOIKOI_CERTIFICATE
// in the environment names a file with its certificate, or with --insecure if it does not encrypt.
// It makes random moves. With --ask as the last argument you play: type the word before an option.
// The environment variable KOIKOI_PASSWORD holds the password of a server that needs one; it is not
// sent with --insecure.

#include <fcntl.h>
#include <google/protobuf/util/time_util.h>
#include <grpcpp/grpcpp.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "connect.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "koikoi/v1/service.grpc.pb.h"

namespace kk = koikoi::v1;
using google::protobuf::util::TimeUtil;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

const char kLanguage[] = "en";
const char kPassword[] =
    " Set the environment variable KOIKOI_PASSWORD. With --insecure it is not sent.";
std::random_device entropy;
std::string password;  // of the server, if it needs one

std::string FreshId() {  // 32 characters that nobody can guess
  std::ostringstream id;
  for (int i = 0; i < 32; ++i) id << std::hex << entropy() % 16;
  return id.str();
}

void AddMetadata(grpc::ClientContext* context) {  // sent with every call
  context->AddMetadata("koikoi-language", kLanguage);  // the language of error messages
  if (!password.empty()) context->AddMetadata("koikoi-password", password);
}

void CheckOutput() {
  if (!std::cout.flush()) throw std::runtime_error("Cannot write to standard output");
}

// The error of a failed call.
struct CallError : std::runtime_error {
  explicit CallError(const grpc::Status& status)
      : std::runtime_error(status.error_message()), code(status.error_code()) {
    google::rpc::Status details;
    google::rpc::ErrorInfo info;
    google::rpc::RetryInfo retry;
    details.ParseFromString(status.error_details());
    for (const auto& detail : details.details())
      if (detail.UnpackTo(&info))
        reason = info.reason();
      else if (detail.UnpackTo(&retry))
        delay = milliseconds(TimeUtil::DurationToMilliseconds(retry.retry_delay()));
  }

  // Waits until the request can be repeated; throws this error if it cannot.
  void Wait() const {
    if (code != grpc::UNAVAILABLE && code != grpc::DEADLINE_EXCEEDED && code != grpc::INTERNAL &&
        code != grpc::CANCELLED &&  // we cancel a silent watch, or one that has missed an update
        (code != grpc::RESOURCE_EXHAUSTED || delay == milliseconds(0)))
      throw *this;
    std::this_thread::sleep_for(std::max(delay, milliseconds(500)) +
                                milliseconds(entropy() % 1000));
  }

  // After all other errors we still have the seat.
  bool LosesSeat() const {
    return reason == "SEAT_TOKEN_INVALID" || reason == "REQUEST_ID_REUSED";
  }

  grpc::StatusCode code;
  std::string reason;     // an ErrorReason; empty: the error is from the network
  milliseconds delay{0};  // before a retry; 0: the server sent none
};

// An option: the word to type, the label, the request.
struct Offer {
  std::string word, label;
  kk::ActRequest act;
};

std::vector<Offer> Offers(const kk::SeatView& view) {
  std::vector<Offer> offers;
  for (const auto& option : view.options()) {
    if (option.same_as()) continue;
    Offer offer{std::to_string(option.number()), option.label(), {}};
    if (!option.note().empty()) offer.label += " (" + option.note() + ")";
    offer.act.mutable_choose()->set_state_version(view.state_version());
    offer.act.mutable_choose()->set_option(option.number());
    offers.push_back(offer);
  }
  int number = 0;
  for (const auto& option : view.seat_options()) {
    Offer offer{"s" + std::to_string(++number) + (option.confirm() ? "!" : ""), option.label(), {}};
    offer.act.mutable_use_seat_option()->set_id(option.id());
    if (option.bots_size()) offer.act.mutable_use_seat_option()->set_bot(option.bots(0));
    for (const auto& bot : option.bots()) offer.label += " " + bot;
    if (option.has_possible_time()) offer.label += " " + TimeUtil::ToString(option.possible_time());
    offers.push_back(offer);
  }
  return offers;
}

// The lines about the current state: results, what the table is waiting for, options.
std::vector<std::string> LinesNow(const kk::WatchSeatResponse& message) {
  const auto& said = message.said();
  std::vector<std::string> words = {said.headline()};
  for (const auto& line : said.result_lines()) words.push_back(line.full());
  words.insert(words.end(), said.lost().begin(), said.lost().end());
  words.insert(words.end(), {said.match_headline(), said.waiting()});
  for (const auto& offer : Offers(message.seat_view()))
    words.push_back("  " + offer.word + "  " + offer.label);
  return words;
}

// Rewrite this function to make a computer player of your own.
kk::Option Choose(const kk::WatchSeatResponse& message, const kk::GetCatalogResponse&) {
  const auto& options = message.seat_view().options();
  return options[int(entropy() % unsigned(options.size()))];
}

class Client {
 public:
  Client(const Connection& connection, std::string name, bool asks, bool insecure)
      : api_(kk::KoikoiService::NewStub(connection.channel)),
        check_(connection.check),
        name_(std::move(name)),
        asks_(asks) {
    kk::GetServerInfoRequest first;
    first.set_protocol(2);
    Call(&kk::KoikoiService::Stub::GetServerInfo, first, &info_,
         insecure ? kMismatchInsecure : kMismatch);
    if (info_.password_needed() && !insecure) password = Environment("KOIKOI_PASSWORD");
    for (const char each : password)
      if (each < ' ' || each > '~')
        throw std::runtime_error("KOIKOI_PASSWORD has a character that no password may have.");
    kk::GetCatalogRequest texts;
    texts.set_language(kLanguage);
    Call(&kk::KoikoiService::Stub::GetCatalog, texts, &catalog_);
  }

  void List() {
    kk::ListTablesResponse tables;
    Call(&kk::KoikoiService::Stub::ListTables, kk::ListTablesRequest(), &tables);
    for (const auto& row : tables.rows())
      std::cout << row.table().table_id() << " " << row.table().game() << " " << row.table().name()
                << std::endl;
  }

  // Plays one match: joins the table with the id `what`, or creates a table for the game `what`.
  void Match(const std::string& how, const std::string& what,
             const std::vector<std::string>& plan) {
    const std::string kept = name_ + "." + info_.server_id() + ".seat";
    try {
      const kk::SeatGrant grant = SitDown(how, what, plan, RequestId(kept));
      std::cout << "TABLE " << grant.table_id() << " (your seat is stored in " << kept << ")"
                << std::endl;
      token_ = grant.seat_token();
      if (asks_) std::thread(&Client::Type, this).detach();
      const auto over = Play();
      std::cout << "WINNERS";
      for (const auto seat : over.winners()) std::cout << " " << seat;
      std::cout << std::endl;
      std::remove(kept.c_str());
    } catch (const CallError& error) {
      if (error.LosesSeat())
        std::remove(kept.c_str());
      else
        std::cerr << "Your request is still stored in " << kept << std::endl;
      throw;
    }
  }

 private:
  // Repeats the request, with the same request id, until there is a response. `mismatch` is what
  // may be wrong if nothing answers the first request.
  template <typename Method, typename Request, typename Response>
  void Call(Method method, const Request& request, Response* response,
            const char* mismatch = nullptr) {
    for (;;) {
      grpc::ClientContext context;
      context.set_deadline(std::chrono::system_clock::now() + seconds(10));
      AddMetadata(&context);
      const grpc::Status status = (api_.get()->*method)(&context, request, response);
      if (status.ok()) return;
      Wait(status, mismatch);
    }
  }

  // Waits until a failed request can be repeated; throws its error if it cannot.
  void Wait(const grpc::Status& status, const char* mismatch = nullptr) const {
    const CallError error(status);
    if (error.code == grpc::UNAVAILABLE && error.reason.empty()) {
      check_();
      if (mismatch)
        throw std::runtime_error("Cannot connect: " + status.error_message() + mismatch);
    }
    error.Wait();
  }

  // The request id, stored in a file: repeating the request with it gets the same seat again.
  static std::string RequestId(const std::string& kept) {
    std::string id;
    if (std::ifstream(kept) >> id) return id;
    id = FreshId();
    umask(077);  // only the user can read the file
    if (!(std::ofstream(kept) << id << std::flush)) throw std::runtime_error("Cannot write " + kept);
    return id;
  }

  kk::SeatGrant SitDown(const std::string& how, const std::string& what,
                        const std::vector<std::string>& plan, const std::string& id) {
    if (how == "join") {
      kk::JoinTableRequest request;
      kk::JoinTableResponse response;
      request.set_request_id(id);
      request.set_player_name(name_);
      request.set_table_id(what);
      Call(&kk::KoikoiService::Stub::JoinTable, request, &response);
      return response.grant();
    }
    kk::CreateTableRequest request;
    kk::CreateTableResponse response;
    request.set_request_id(id);
    request.set_player_name(name_);
    request.set_game(what);
    request.add_seats()->set_yours(true);
    for (const auto& word : plan) {
      const auto equals = word.find('=');
      if (equals != std::string::npos)
        (*request.mutable_rules())[word.substr(0, equals)] = word.substr(equals + 1);
      else
        request.add_seats()->set_bot(word == "-" ? "" : word);
    }
    Call(&kk::KoikoiService::Stub::CreateTable, request, &response);
    return response.grant();
  }

  // Plays until the match is over, or until the person leaves; returns the last Match.
  kk::Match Play() {
    kk::WatchSeatRequest request;
    request.set_seat_token(token_);
    request.set_language(kLanguage);
    request.set_window(FreshId());
    for (;;) {
      grpc::ClientContext context;
      AddMetadata(&context);
      const auto watch = api_->WatchSeat(&context, request);
      for (kk::WatchSeatResponse message; Read(watch.get(), &context, &message);) {
        const auto& update = message.update();
        if (!message.has_update()) {
          if (message.heartbeat().head_seq() == seen_.update().seq()) continue;
          context.TryCancel();  // an update is missing: watch again
          break;
        }
        request.set_after(update.cursor());
        Show(message);
        const bool left = !message.has_seat_view() || update.table().stage() == kk::STAGE_CLOSED;
        if (left || (!asks_ && update.match().phase() == kk::PHASE_MATCH_OVER)) {
          context.TryCancel();
          return update.match();
        }
        Move(message);
      }
      const grpc::Status status = watch->Finish();
      Wait(status.ok() ? grpc::Status::CANCELLED : status);
    }
  }

  // Reads the next message; cancels the watch if there is none for too long.
  bool Read(grpc::ClientReader<kk::WatchSeatResponse>* watch, grpc::ClientContext* context,
            kk::WatchSeatResponse* message) const {
    auto reading = std::async(std::launch::async, [=] { return watch->Read(message); });
    const auto limit = seconds(info_.silence_limit().seconds());
    if (reading.wait_for(limit) == std::future_status::timeout) context->TryCancel();
    return reading.get();
  }

  // Prints the news, and those lines about the current state that have changed.
  void Show(const kk::WatchSeatResponse& message) {
    std::vector<std::string> known = LinesNow(seen_);
    for (const auto& entry : message.said().news())
      for (const auto& line : entry.lines()) {
        std::cout << line << std::endl;
        known.push_back(line);
      }
    for (const auto& line : LinesNow(message))
      if (!line.empty() && std::find(known.begin(), known.end(), line) == known.end())
        std::cout << line << std::endl;
    CheckOutput();
    const std::lock_guard<std::mutex> lock(mutex_);
    seen_ = message;
  }

  // Cuts the deck. Without --ask, also takes the seat back and chooses options.
  void Move(const kk::WatchSeatResponse& message) {
    const auto& view = message.seat_view();
    kk::ActRequest act;
    const bool cut = view.options_size() && view.options(0).kind() == kk::OPTION_KIND_CUT;
    if (cut || (view.options_size() && !asks_)) {
      const auto option = cut ? view.options(0) : Choose(message, catalog_);
      act.mutable_choose()->set_state_version(view.state_version());
      act.mutable_choose()->set_option(option.number());
      if (cut) act.mutable_choose()->set_nonce(FreshId());
    }
    for (const auto& option : view.seat_options())
      if (option.kind() == kk::SEAT_OPTION_KIND_TAKE_BACK && !asks_)
        act.mutable_use_seat_option()->set_id(option.id());
    if (act.act_case() != kk::ActRequest::ACT_NOT_SET) Act(act);
  }

  // Reads lines from the user: the word of an option, and perhaps the id of a computer.
  void Type() {
    for (std::string line; std::getline(std::cin, line);) {
      std::string word, bot;
      std::istringstream(line) >> word >> bot;
      std::unique_lock<std::mutex> lock(mutex_);
      const auto offers = Offers(seen_.seat_view());
      lock.unlock();
      for (auto offer : offers) {
        if (offer.word != word) continue;
        if (offer.act.has_use_seat_option() && !bot.empty())
          offer.act.mutable_use_seat_option()->set_bot(bot);
        Act(offer.act);
      }
    }
  }

  void Act(kk::ActRequest act) {
    kk::ActResponse done;
    act.set_seat_token(token_);
    act.set_request_id(FreshId());
    try {
      Call(&kk::KoikoiService::Stub::Act, act, &done);
    } catch (const std::exception& error) {  // somebody may have been faster: wait for an update
      std::cout << error.what() << std::endl;
    }
  }

  std::unique_ptr<kk::KoikoiService::Stub> api_;
  std::function<void()> check_;  // connect.h explains it
  std::string name_, token_;
  bool asks_;  // --ask: a person plays
  kk::GetServerInfoResponse info_;
  kk::GetCatalogResponse catalog_;
  std::mutex mutex_;
  kk::WatchSeatResponse seen_;  // the newest message with an update; guarded by mutex_
};

}  // namespace

int main(int count, char** arguments) {
  int opened;  // a closed standard stream: a connection must not get its number
  do opened = open("/dev/null", O_RDONLY);
  while (opened >= 0 && opened <= 2);
  std::vector<std::string> words(arguments + 1, arguments + count);
  const auto has = [&words](const std::string& option) {  // and remove it
    const auto found = std::remove(words.begin(), words.end(), option);
    const bool any = found != words.end();
    words.erase(found, words.end());
    return any;
  };
  const bool asks = has("--ask"), insecure = has("--insecure");
  const std::string how = words.size() > 2 ? words[2] : "";
  if (how != "list" && ((how != "create" && how != "join") || words.size() < 4)) {
    std::cerr << "client SERVER NAME list | create GAME SEAT ... | join TABLE" << std::endl;
    return 2;
  }
  setenv("GRPC_DNS_RESOLVER", "native", 0);  // also finds names of mDNS and hosts files
  try {
    Client client(Connect(words[0], insecure), words[1], asks, insecure);
    if (how == "list")
      client.List();
    else if (words[3] == "-")
      for (std::string table; std::getline(std::cin, table);) client.Match(how, table, {});
    else
      client.Match(how, words[3], {words.begin() + 4, words.end()});
    CheckOutput();
    std::quick_exit(0);  // the thread in Type() may still be waiting for input
  } catch (const std::exception& error) {
    const auto* call = dynamic_cast<const CallError*>(&error);
    const bool wrong = call && call->reason == "PASSWORD_WRONG";
    std::cerr << error.what() << (wrong ? kPassword : "") << std::endl;
    std::quick_exit(1);
  }
}
