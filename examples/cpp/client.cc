// A client from the proto files alone: grpc++, protobuf, google.rpc. It knows no rule of any game.
//
//   client HOST:PORT NAME list
//   client HOST:PORT NAME create GAME SEAT ... [OPTION=CHOICE ...]    SEAT: a computer, or -
//   client HOST:PORT NAME join TABLE|-      (-: one match for each line of standard input)

#include <fcntl.h>
#include <grpcpp/grpcpp.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "koikoi/v1/service.grpc.pb.h"

namespace kk = koikoi::v1;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::system_clock;

namespace {

// Others were faster: the next update says more.
const std::set<std::string> kFaster = {"STATE_STALE", "OPTION_NOT_OFFERED", "SEAT_STALE"};

std::random_device entropy;

std::string FreshId() {  // 32 characters that nobody can guess
  std::ostringstream id;
  for (int i = 0; i < 32; ++i) id << std::hex << entropy() % 16;
  return id.str();
}

void WaitAWhile() { std::this_thread::sleep_for(milliseconds(500 + entropy() % 1000)); }

// The ErrorReason of a refusal; empty for what the network did.
std::string Reason(const grpc::Status& status) {
  google::rpc::Status details;
  google::rpc::ErrorInfo info;
  details.ParseFromString(status.error_details());
  for (const auto& detail : details.details())
    if (detail.UnpackTo(&info) && info.domain() == "koikoi.v1") return info.reason();
  return "";
}

bool IsWorthTryingAgain(const grpc::Status& status) {
  const auto code = status.error_code();
  return code == grpc::UNAVAILABLE || code == grpc::DEADLINE_EXCEEDED || code == grpc::INTERNAL ||
         Reason(status) == "RATE_LIMITED";
}

using Choose =
    std::function<kk::Option(const kk::WatchSeatResponse&, const kk::GetCatalogResponse&)>;

class Client {
 public:
  Client(const std::string& address, std::string name, Choose choose)
      : name_(std::move(name)), choose_(std::move(choose)) {
    grpc::ChannelArguments often;
    often.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 8000);
    often.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 4000);
    often.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 3000);
    api_ = kk::KoikoiService::NewStub(
        grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), often));
    kk::GetServerInfoRequest first;
    first.set_protocol(1);
    Ask(&kk::KoikoiService::Stub::GetServerInfo, first, &info_);
    Ask(&kk::KoikoiService::Stub::GetCatalog, kk::GetCatalogRequest(), &catalog_);
  }

  void List() {
    kk::ListTablesResponse tables;
    Ask(&kk::KoikoiService::Stub::ListTables, kk::ListTablesRequest(), &tables);
    for (const auto& row : tables.rows())
      std::cout << row.table().table_id() << " " << row.table().game() << " " << row.table().name()
                << std::endl;
  }

  // Plays one match, at the table of that id or at a new one.
  void Match(const std::string& how, const std::string& what,
             const std::vector<std::string>& plan) {
    const std::string kept = name_ + "." + info_.server_id() + ".seat";
    try {
      const kk::SeatGrant grant = SitDown(how, what, plan, RequestId(kept));
      std::cout << "TABLE " << grant.table_id() << std::endl;
      const auto over = Play(grant.seat_token());
      std::cout << "WINNERS";
      for (const auto seat : over.winners()) std::cout << " " << seat;
      std::cout << std::endl;
    } catch (const std::exception&) {
      unlink(kept.c_str());  // refused: the seat is lost
      throw;
    }
    unlink(kept.c_str());
  }

 private:
  // Asks until there is an answer: the same request, with the same id. False: refused with one of
  // the `passing` reasons.
  template <typename Call, typename Request, typename Answer>
  bool Ask(Call call, const Request& request, Answer* answer,
           const std::set<std::string>& passing = {}) {
    for (;; WaitAWhile()) {
      grpc::ClientContext context;
      context.set_deadline(system_clock::now() + seconds(10));
      const grpc::Status status = (api_.get()->*call)(&context, request, answer);
      if (status.ok()) return true;
      if (passing.count(Reason(status))) return false;
      if (!IsWorthTryingAgain(status)) throw std::runtime_error(status.error_message());
    }
  }

  // The id of the request for a seat, kept in a file: a repeat with it gets the same seat.
  static std::string RequestId(const std::string& kept) {
    std::string id;
    if (std::ifstream(kept) >> id) return id;
    id = FreshId();
    const int file = open(kept.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
    const bool written = file >= 0 && write(file, id.data(), id.size()) == ssize_t(id.size());
    if (file >= 0) close(file);
    if (!written) throw std::runtime_error("Cannot write " + kept);
    return id;
  }

  kk::SeatGrant SitDown(const std::string& how, const std::string& what,
                        const std::vector<std::string>& plan, const std::string& id) {
    if (how == "join") {
      kk::JoinTableRequest request;
      kk::JoinTableResponse answer;
      request.set_request_id(id);
      request.set_player_name(name_);
      request.set_table_id(what);
      Ask(&kk::KoikoiService::Stub::JoinTable, request, &answer);
      return answer.grant();
    }
    kk::CreateTableRequest request;
    kk::CreateTableResponse answer;
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
    Ask(&kk::KoikoiService::Stub::CreateTable, request, &answer);
    return answer.grant();
  }

  // Plays with that seat until the match is over; its last view.
  kk::Match Play(const std::string& token) {
    for (uint32_t seq = 0;; WaitAWhile()) {
      kk::WatchSeatRequest request;
      request.set_seat_token(token);
      request.set_after_seq(seq);
      grpc::ClientContext context;
      grpc::CompletionQueue queue;
      const auto watch = api_->AsyncWatchSeat(&context, request, &queue, nullptr);
      kk::WatchSeatResponse message;
      for (bool going = Next(&queue, &context); going;) {
        watch->Read(&message, nullptr);
        going = Next(&queue, &context);
        if (!going) break;
        if (!message.has_update()) {
          if (message.heartbeat().head_seq() == seq) continue;
          context.TryCancel();  // something is missing: watch again
          break;
        }
        const auto& update = message.update();
        seq = update.seq();
        for (const auto& entry : update.news())
          for (const auto& event : entry.events()) Say(event, update.table());
        if (update.match().phase() == kk::PHASE_MATCH_OVER) {
          context.TryCancel();
          Finish(watch.get(), &queue);
          return update.match();
        }
        Act(token, message);
      }
      const grpc::Status status = Finish(watch.get(), &queue);
      if (!status.ok() && status.error_code() != grpc::CANCELLED && !IsWorthTryingAgain(status))
        throw std::runtime_error(status.error_message());
    }
  }

  // Waits for what was asked of the watch last; cancels it when it is silent for too long.
  bool Next(grpc::CompletionQueue* queue, grpc::ClientContext* context) {
    void* tag;
    bool ok = false;
    const auto limit = system_clock::now() + seconds(info_.silence_limit().seconds());
    if (queue->AsyncNext(&tag, &ok, limit) == grpc::CompletionQueue::TIMEOUT) {
      context->TryCancel();
      queue->Next(&tag, &ok);
      return false;
    }
    return ok;
  }

  // What a watch that has ended, or was cancelled, ended with.
  static grpc::Status Finish(grpc::ClientAsyncReader<kk::WatchSeatResponse>* watch,
                             grpc::CompletionQueue* queue) {
    void* tag;
    bool ok;
    grpc::Status status;
    watch->Finish(&status, nullptr);
    queue->Next(&tag, &ok);
    queue->Shutdown();
    while (queue->Next(&tag, &ok)) {
    }
    return status;
  }

  void Act(const std::string& token, const kk::WatchSeatResponse& message) {
    const auto& view = message.seat_view();
    kk::ActRequest act;
    kk::ActResponse done;
    act.set_seat_token(token);
    act.set_request_id(FreshId());
    if (view.options_size() > 0) {
      act.mutable_choose()->set_state_version(view.state_version());
      act.mutable_choose()->set_option(choose_(message, catalog_).option());
    }
    for (const auto& seat : message.update().table().seats())
      if (seat.seat() == view.seat() && !seat.bot().empty()) {  // it played while we were away
        act.mutable_set_bot()->set_seat(seat.seat());
        act.mutable_set_bot()->set_seat_version(seat.version());
      }
    if (act.act_case() == kk::ActRequest::ACT_NOT_SET) return;
    Ask(&kk::KoikoiService::Stub::Act, act, &done, kFaster);
  }

  // Prints an event: its phrase in the catalogue, filled in.
  void Say(const kk::Event& event, const kk::Table& table) const {
    const auto phrase = catalog_.phrases().find("event." + std::to_string(event.kind()));
    if (phrase == catalog_.phrases().end()) return;
    std::string seat, cards, yaku;
    for (const auto& each : table.seats())
      if (each.seat() == event.seat())
        seat = each.player_name().empty() ? each.bot() : each.player_name();
    for (const auto card : event.cards()) cards += (cards.empty() ? "" : ", ") + Card(card);
    for (const auto& each : event.yaku()) yaku += (yaku.empty() ? "" : ", ") + each.yaku();
    std::string line = phrase->second;
    Fill(&line, "{seat}", seat);
    Fill(&line, "{card}", Card(event.card()));
    Fill(&line, "{cards}", cards);
    Fill(&line, "{yaku}", yaku);
    Fill(&line, "{number}", std::to_string(event.number()));
    Fill(&line, "{text}", event.text());
    std::cout << line << std::endl;
  }

  static void Fill(std::string* line, const std::string& word, const std::string& with) {
    for (size_t at = 0; (at = line->find(word, at)) != std::string::npos; at += with.size())
      line->replace(at, word.size(), with);
  }

  std::string Card(uint32_t card) const {
    for (const auto& each : catalog_.cards())
      if (each.card() == card) return each.plant() + " " + each.object();
    return "";
  }

  std::unique_ptr<kk::KoikoiService::Stub> api_;
  std::string name_;
  Choose choose_;
  kk::GetServerInfoResponse info_;
  kk::GetCatalogResponse catalog_;
};

kk::Option AnyOption(const kk::WatchSeatResponse& message, const kk::GetCatalogResponse&) {
  const auto& options = message.seat_view().options();
  return options[int(entropy() % unsigned(options.size()))];
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() < 3 || (words[2] != "list" && words.size() < 4)) {
    std::cerr << "client HOST:PORT NAME list | create GAME SEAT ... | join TABLE" << std::endl;
    return 2;
  }
  try {
    Client client(words[0], words[1], AnyOption);
    if (words[2] == "list") {
      client.List();
    } else if (words[3] == "-") {
      for (std::string table; std::getline(std::cin, table);) client.Match(words[2], table, {});
    } else {
      client.Match(words[2], words[3], {words.begin() + 4, words.end()});
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
  return 0;
}
